import type { WasteAnswer } from '@lop-xanh/contract/scan';
import { getTextLanguage, vietnameseLetters } from '../../language/text-language.ts';
import { translate } from '../../language/translate.ts';

export interface ShownAnswer extends WasteAnswer {
  /** The user's school taught it. */
  taught?: true | undefined;
}

/**
 * Packs are in Vietnamese, and an operator may edit them. Other languages know the texts that we ship; any
 * other text stays as it is.
 */
export function translateAnswer({ label, name, group, groupName, bin, advice }: WasteAnswer) {
  return {
    label,
    group,
    name: translateWaste(name),
    groupName: translateWaste(groupName),
    binName: bin && translateWaste(bin.name),
    advice: translateWaste(advice),
  };
}

export function translateWaste(text: string): string {
  return translate(`waste.${text}`, text);
}

/** The `lang` of a translated text. 'Pin' has no Vietnamese letters, and is Vietnamese all the same. */
export function getWasteLanguage(text: string): 'vi' | 'en' | undefined {
  return vietnameseLetters.test(text) ? getTextLanguage(text) : undefined;
}
