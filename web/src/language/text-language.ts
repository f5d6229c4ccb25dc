import { i18n } from '@lingui/core';

export const vietnameseLetters = /[àáâãèéêìíòóôõùúýăđĩũơưạ-ỹ]/i;

/** The `lang` of one of our texts where it differs from the page's. The default wording mixes both languages. */
export function getTextLanguage(text: string): 'vi' | 'en' | undefined {
  const language = vietnameseLetters.test(text) ? 'vi' : 'en';
  return language === i18n.locale ? undefined : language;
}
