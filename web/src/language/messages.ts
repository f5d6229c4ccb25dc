import { i18n } from '@lingui/core';
import { messages as specified } from '@lop-xanh/contract/messages';

type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Translated<T[Name]> };

/**
 * The specification's texts in the chosen language. Read them while rendering: a constant of a module
 * would keep the language it was loaded in.
 */
export const messages = translate('', specified) as Translated<typeof specified>;

type Message = string | ((...values: unknown[]) => string);

function translate(path: string, branch: object): object {
  const translated = {};
  for (const [name, value] of Object.entries(branch)) {
    const id = path + name;
    Object.defineProperty(translated, name, {
      enumerable: true,
      get:
        typeof value === 'object'
          ? constant(translate(`${id}.`, value))
          : () => translateMessage(id, value),
    });
  }
  return translated;
}

function constant<T>(value: T): () => T {
  return () => value;
}

function translateMessage(id: string, message: Message): Message {
  if (!(id in i18n.messages)) return message;
  return typeof message === 'string'
    ? i18n._(id)
    : (...values) => i18n._(id, Object.fromEntries(values.entries()));
}
