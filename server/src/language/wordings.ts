import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import { translateToAll } from './i18n.ts';

/** Finds the key of a text, in any language, or the key itself. Ignores letter case and diacritics. */
export function createWordingFinder<Key extends string>(
  texts: Record<Key, string>,
): (wording: string) => Key | undefined {
  const keys = Object.keys(texts) as Key[];
  const keyByWording = new Map(
    keys.flatMap((key) =>
      [key, ...translateToAll(texts[key])].map((wording) => [toComparable(wording), key] as const),
    ),
  );
  return (wording) => keyByWording.get(toComparable(wording));
}

function toComparable(text: string): string {
  return removeDiacritics(text)
    .replaceAll(/[\s_*]+/g, ' ')
    .trim();
}
