import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type NodePath, type PluginObj, types } from '@babel/core';
import { expect, test } from 'vitest';
import { readMacros } from '../../language-plugin.ts';
import { listSourceFiles, webRoot } from './source-files.ts';
import { vietnameseLetters } from './text-language.ts';

/** Attributes and properties that are read by people. */
const textNames =
  /^(aria-label|aria-description|aria-roledescription|alt|title|label|placeholder|description|message|text|heading|caption|confirmLabel|cancelLabel)$/;
/** Names of products and files, which are the same in every language. */
const properNames =
  /^[\s·]*(Lớp Xanh|Tiếng Việt|English|Excel|CSV|Canva|YouTube|Google Slides|Esc|Enter)[\s·]*$/;

/** What Lingui's macro calls, and the specification's texts. */
const translators = ['_i18n', 'messages'];
const tooEarly = 'would keep the language of the moment when the module was loaded';

test('every text on screen comes from the catalogue', async () => {
  const found: string[] = [];
  for (const path of listSourceFiles()) {
    const code = readFileSync(path, 'utf8');
    const report = ({ node }: NodePath, text: string) =>
      found.push(`${relative(webRoot, path)}:${node.loc?.start.line} ${text.trim()}`);
    await readMacros(code, path, [() => findTexts(report)]);
  }
  expect(found).toEqual([]);
});

test('a text outside the catalogue is found', async () => {
  const found: string[] = [];
  const code = `
    import { t } from '@lingui/core/macro';
    const A = () => <p title="Two words">Chào {t\`bạn\`}</p>;
    const b = { label: 'Xóa', icon: 'trash' };
    const c = () => t({ message: 'Lớp', context: 'class' });
    const d = \`Tuần \${1}\`;
    const e = t\`Too early\`;
    const f = messages.feed.empty;
  `;
  await readMacros(code, 'example.tsx', [() => findTexts((_, text) => found.push(text))]);
  expect(found).toEqual(['Two words', 'Chào ', 'Xóa', 'Tuần ', tooEarly, tooEarly]);
});

function findTexts(report: (path: NodePath, text: string) => void): PluginObj {
  const check = (path: NodePath, text: string, isText: boolean) => {
    const hasText = isText ? /\p{Letter}/u.test(text) : vietnameseLetters.test(text);
    if (hasText && !properNames.test(text.trim()) && !isMessage(path)) report(path, text);
  };
  return {
    visitor: {
      Program: {
        exit: (program) =>
          program.traverse({
            JSXText: (path) => check(path, path.node.value, true),
            StringLiteral: (path) => check(path, path.node.value, isTextPlace(path)),
            TemplateElement: (path) =>
              check(path, path.node.value.cooked ?? '', isTextPlace(path.parentPath)),
            MemberExpression(path) {
              const isTranslation = translators.some((name) =>
                types.isIdentifier(path.node.object, { name }),
              );
              if (isTranslation && !path.getFunctionParent()) report(path, tooEarly);
            },
          }),
      },
    },
  };
}

/** The value of a text attribute or property, or a child of an element. */
function isTextPlace({ parent }: NodePath): boolean {
  if (types.isJSXAttribute(parent)) return textNames.test(String(parent.name.name));
  if (!types.isObjectProperty(parent) || !types.isIdentifier(parent.key)) return false;
  // A value that repeats its key names a field.
  const isFieldName = types.isStringLiteral(parent.value, { value: parent.key.name });
  return textNames.test(parent.key.name) && !isFieldName;
}

/** Inside an object that Lingui's macro has made. */
function isMessage(path: NodePath): boolean {
  return Boolean(
    path.findParent(({ node }) =>
      Boolean(node.leadingComments?.some(({ value }) => value === 'i18n')),
    ),
  );
}
