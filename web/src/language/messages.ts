import { messages as specified } from '@lop-xanh/contract/messages';
import { translate } from './translate.ts';

type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Translated<T[Name]> };

/**
 * The specification's texts in the chosen language. Read them while rendering: a module-level
 * constant would keep the language that was chosen when the module was loaded.
 */
export const messages = translateAll('', specified) as Translated<typeof specified>;

type Message = string | ((...values: unknown[]) => string);

function translateAll(path: string, branch: object): object {
  const translated = {};
  for (const [name, value] of Object.entries(branch)) {
    const id = path + name;
    const children = typeof value === 'object' && translateAll(`${id}.`, value);
    Object.defineProperty(translated, name, {
      enumerable: true,
      get: () => children || translateMessage(id, value as Message),
    });
  }
  return translated;
}

function translateMessage(id: string, message: Message): Message {
  return typeof message === 'string'
    ? translate(id, message)
    : (...values) => translate(id, message(...values), Object.fromEntries(values.entries()));
}
