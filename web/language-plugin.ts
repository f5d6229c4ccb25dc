import {
  type PluginItem,
  type PluginObj,
  type TransformOptions,
  transformAsync,
  types,
} from '@babel/core';
import macro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const config = makeConfig({ locales: ['vi', 'en'] }, { skipValidation: true });
const po = formatter();

/**
 * Compiles the messages of the app with Lingui. The default wording stays in the code, ready to use, so
 * that the default language needs no catalogue; those of the other languages are compiled when imported.
 */
export function language(): Plugin[] {
  return [
    {
      name: 'lop-xanh:messages',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx?$/, code: /@lingui\/core\/macro/ },
        async handler(code, id) {
          const result = await transformAsync(code, {
            ...getOptions(id, [compileMessages]),
            sourceMaps: true,
          });
          return { code: result?.code ?? code, map: result?.map ?? null };
        },
      },
    },
    {
      name: 'lop-xanh:catalogues',
      transform: {
        filter: { id: /\.po$/ },
        async handler(text) {
          const entries = Object.entries(await parseCatalogue(text));
          const messages = entries.flatMap(([id, { translation }]) =>
            translation ? [[id, compileMessage(translation)]] : [],
          );
          const json = JSON.stringify(Object.fromEntries(messages));
          return { code: `export const messages = ${json};`, map: null };
        },
      },
    },
  ];
}

/** Turns Lingui's macros into message objects and lets the plugins read the result. */
export async function readMacros(
  code: string,
  filename: string,
  plugins: PluginItem[],
): Promise<void> {
  await transformAsync(code, { ...getOptions(filename, plugins), code: false });
}

function getOptions(filename: string, plugins: PluginItem[]): TransformOptions {
  return {
    filename,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [[macro, { linguiConfig: config, stripMessageField: false }], ...plugins],
  };
}

/** The entries of a PO file by message id. */
export function parseCatalogue(text: string) {
  return po.parse(text, { locale: null, sourceLocale: 'default', filename: '' });
}

/** Compiles the text of each message and removes what is meant for translators. */
function compileMessages(): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (program) =>
          program.traverse({
            ObjectExpression({ node }) {
              if (!node.leadingComments?.some(({ value }) => value === 'i18n')) return;
              node.properties = node.properties.filter(
                (property) => !hasName(property, 'context') && !hasName(property, 'comment'),
              );
              const message = node.properties.find((property) => hasName(property, 'message'));
              if (!types.isObjectProperty(message) || !types.isStringLiteral(message.value)) return;
              message.value = types.valueToNode(compileMessage(message.value.value)) as never;
            },
          }),
      },
    },
  };
}

function hasName(property: types.Node, name: string): boolean {
  return types.isObjectProperty(property) && types.isIdentifier(property.key, { name });
}
