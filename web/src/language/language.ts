import './literal-values.ts';
import { i18n, type Messages } from '@lingui/core';
import { type Language, languages } from '@lop-xanh/contract/rules/languages';
import { useSyncExternalStore } from 'react';
import { isSiteDataBlocked } from '../lib/site-data.ts';

const storageKey = 'language';

const catalogues = {
  vi: () => import('./vi.po'),
  en: () => import('./en.po'),
};

let current: Language;
let requested: Language;
activate('default', {});

export function currentLanguage(): Language {
  return current;
}

/** The language on screen. Changing it remounts every page. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => i18n.on('change', listener),
    currentLanguage,
    currentLanguage,
  );
}

/** The language chosen on this device, or else the operator's. */
export function getDeviceLanguage(): Language {
  const stored = isSiteDataBlocked ? null : localStorage.getItem(storageKey);
  return parseLanguage(stored ?? document.documentElement.dataset.language);
}

/** Remembers the choice for everyone on this device who has not chosen a language of their own. */
export function setDeviceLanguage(language: Language): void {
  if (!isSiteDataBlocked) localStorage.setItem(storageKey, language);
}

/** Loads the language and shows it; without its catalogue, as when offline, the old one stays. */
export async function showLanguage(language: Language): Promise<void> {
  if (language === requested) return;
  requested = language;
  try {
    const messages = language === 'default' ? {} : (await catalogues[language]()).messages;
    if (requested === language) activate(language, messages);
  } catch {
    if (requested === language) requested = current;
  }
}

function activate(language: Language, messages: Messages): void {
  current = language;
  requested = language;
  const locale = language === 'en' ? 'en' : 'vi';
  document.documentElement.lang = locale;
  i18n.loadAndActivate({ locale, messages });
}

function parseLanguage(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? 'default';
}
