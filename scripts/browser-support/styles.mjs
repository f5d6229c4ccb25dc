import postcss from 'postcss';
import { css, isNewer } from './compat-data.mjs';

const { media } = css['at-rules'];
const { color, length, ...types } = css.types;
/** Functions by name, wherever MDN files them. */
const functions = { ...css.types, ...color, ...types['transform-function'], ...types.gradient };
const units = {
  d: length.viewport_percentage_units_dynamic,
  s: length.viewport_percentage_units_small,
  l: length.viewport_percentage_units_large,
  c: length.container_query_length_units,
};

/** `:has`, and its argument in parentheses, which is looked at on its own. */
const pseudoPattern = /(?<!\\):{1,2}([a-z][a-z-]+)(?=(\((?:[^()]|\([^()]*\))*\))?)/g;

/** Lists what a style sheet uses that a promised browser may lack: ':has(:checked)', '@container', 'text-wrap: balance'. */
export function listNewerStyleFeatures(code) {
  const found = new Set();
  const check = (name, feature) => {
    if (isNewer(feature)) found.add(name);
  };
  postcss.parse(code).walk((node) => {
    if (isGuarded(node)) return;
    if (node.type === 'rule') checkSelector(node, check);
    if (node.type === 'atrule') checkAtRule(node, check);
    if (node.type === 'decl' && !hasFallback(node)) checkDeclaration(node, check);
  });
  return [...found];
}

function checkAtRule({ name, params }, check) {
  check(`@${name}`, css['at-rules'][name]);
  if (name !== 'media') return;
  if (/[<>=]/.test(params)) check('media range', media.range_syntax);
  for (const [, feature] of params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)) {
    check(`@media (${feature})`, media[feature]);
  }
}

function checkSelector({ selector, parent }, check) {
  if (selector.includes('&')) check('nesting', css.selectors.nesting);
  if (parent.type === 'rule') check('nesting', css.selectors.nesting);
  for (const [pseudo, name, argument = ''] of selector.matchAll(pseudoPattern)) {
    check(pseudo + argument, css.selectors[name]);
  }
}

function checkDeclaration({ prop, value }, check) {
  const property = css.properties[prop];
  check(prop, property);
  const withoutStrings = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  for (const [, name] of withoutStrings.matchAll(/([a-z][a-z-]*)\(/gi)) {
    check(`${name}()`, functions[name]);
  }
  for (const [unit, kind] of withoutStrings.matchAll(
    /(?<=\d)(?:([dsl])v|(c)q)(?:[hwib]|min|max)\b/g,
  )) {
    check(unit, units[kind ?? 'c']);
  }
  for (const [word] of withoutStrings.matchAll(/[a-z][a-z-]+/gi)) {
    check(`${prop}: ${word}`, property?.[word]);
  }
}

/** A browser without the newer value keeps the earlier one. */
function hasFallback({ prop, parent, value }) {
  return parent.nodes.some(
    (other) =>
      other.prop === `-webkit-${prop}` ||
      (other.prop === prop && other.value !== value && !prop.startsWith('--')),
  );
}

/** Whether an `@supports` around it asks the browser first. */
function isGuarded({ parent }) {
  if (!parent || parent.type === 'root') return false;
  return (parent.type === 'atrule' && parent.name === 'supports') || isGuarded(parent);
}
