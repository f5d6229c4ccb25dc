import { readFileSync } from 'node:fs';
import { I18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '@lop-xanh/contract/rules/languages';
import PO from 'pofile';

/** The wording in the code is Vietnamese, so it needs no catalogue. */
const vietnamese = createI18n('vi', {});

const i18nByLanguage: Record<Language, I18n> = {
  default: vietnamese,
  vi: vietnamese,
  en: createI18n('en', readCatalogue('en.po')),
};

function createI18n(locale: string, messages: Messages): I18n {
  return new I18n({ locale, messages: { [locale]: messages } }).setMessagesCompiler(compileMessage);
}

/** Reads from the sources, which every release contains: the build compiles only code. */
function readCatalogue(name: string): Messages {
  const file = new URL(`../../src/language/${name}`, import.meta.url);
  const { items } = PO.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    items.map(({ msgid, msgstr }) => [msgid, compileMessage(msgstr.join(''))]),
  );
}

/** The texts of the first of these languages that is set. */
export function getI18n(
  { language }: { readonly language: Language | null },
  site: { readonly language: Language },
): I18n {
  return i18nByLanguage[language ?? site.language];
}

export function translateToAll(text: string): string[] {
  return Object.values(i18nByLanguage).map((i18n) => i18n._(text));
}
