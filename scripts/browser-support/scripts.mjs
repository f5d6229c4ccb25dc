import { parse } from 'acorn';
import { events, globals, isPromised, members } from './compat-data.mjs';

/** The last edition that every promised browser parses, but for what `findNewerSyntax` finds. */
const ecmaVersion = 2022;

/** Lists what a script uses that a promised browser may lack: 'Object.groupBy', '.toSorted', 'scrollend event'. */
export function listNewerScriptFeatures(code) {
  let tree;
  try {
    tree = parse(code, { ecmaVersion, sourceType: 'module' });
  } catch (error) {
    return [`syntax newer than ES${ecmaVersion}: ${error.message}`];
  }
  const found = new Set();
  visit(tree, (node, parent) => {
    for (const find of finders) {
      const feature = find(node, parent);
      if (feature) found.add(feature);
    }
  });
  return [...found];
}

const finders = [
  findNewerSyntax,
  findNewerGlobal,
  findNewerMember,
  findNewerMethod,
  findNewerEvent,
  findMediaRange,
];

/** Safari got these later than the rest of ES2022. */
function findNewerSyntax({ type, regex }) {
  if (type === 'StaticBlock') return 'static block';
  if (/\(\?<[=!]/.test(regex?.pattern)) return 'lookbehind in a regular expression';
  return undefined;
}

function findNewerGlobal({ type, name }, parent) {
  const isProperty =
    !parent?.computed && [parent?.property?.name, parent?.key?.name].includes(name);
  if (type !== 'Identifier' || isProperty || !globals.has(name)) return undefined;
  return isPromised(globals.get(name)) ? undefined : name;
}

/** A member of a global: `URL.canParse`. */
function findNewerMember({ type, object, property, computed }) {
  if (type !== 'MemberExpression' || computed || !globals.has(object.name)) return undefined;
  const owner = globals.get(object.name);
  const member = owner[`${property.name}_static`] ?? owner[property.name];
  return isPromised(member) ? undefined : `${object.name}.${property.name}`;
}

/** A method of an unknown object: `.toSorted()`. Counts only if no object of a promised browser has one of this name. */
function findNewerMethod({ type, callee }) {
  const { name } = (type === 'CallExpression' && !callee.computed && callee.property) || {};
  const known = members.get(name) ?? [];
  return known.length > 0 && !known.some(isPromised) ? `.${name}()` : undefined;
}

function findNewerEvent({ type, callee, arguments: args }) {
  if (type !== 'CallExpression' || callee.property?.name !== 'addEventListener') return undefined;
  const known = events.get(args[0]?.value) ?? [];
  return known.length > 0 && !known.some(isPromised) ? `${args[0].value} event` : undefined;
}

function findMediaRange({ type, callee, arguments: args }) {
  const name = type === 'CallExpression' && (callee.property ?? callee).name;
  if (name !== 'matchMedia') return undefined;
  const [query] = args;
  const texts = query?.quasis?.map(({ value }) => value.raw) ?? [query?.value];
  return texts.some((text) => /[<>]/.test(text)) ? 'media range' : undefined;
}

function visit(node, look, parent) {
  if (typeof node?.type !== 'string') return;
  look(node, parent);
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const item of child) visit(item, look, node);
    else if (typeof child === 'object') visit(child, look, node);
  }
}
