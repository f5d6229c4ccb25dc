/** Letters of other scripts that look like Latin ones. */
const latinLookAlikes = new Map(
  Object.entries({
    // Cyrillic
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ё: 'e',
    ɡ: 'g',
    һ: 'h',
    н: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    п: 'n',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    г: 'r',
    ѕ: 's',
    т: 't',
    ѵ: 'v',
    ԝ: 'w',
    х: 'x',
    у: 'y',
    // Greek
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    μ: 'u',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    γ: 'y',
    ω: 'w',
    // Other forms of Latin letters
    ı: 'i',
    ɩ: 'i',
    ո: 'n',
    ս: 'u',
  }),
);

/** Invisible characters, and marks that Vietnamese does not have. */
const noise = /(?![\u0300-\u0303\u0306\u0309\u031b\u0323])[\p{Cf}\p{M}]/gu;

/**
 * A text without disguises: lower case, in one form of Unicode, without invisible characters, with Latin
 * letters in place of those that look like them. Full-width and decorated letters become plain ones.
 */
export function toPlainText(text: string): string {
  const visible = text.normalize('NFKD').toLowerCase().replaceAll(noise, '');
  return Array.from(visible, (char) => latinLookAlikes.get(char) ?? char)
    .join('')
    .normalize('NFC');
}
