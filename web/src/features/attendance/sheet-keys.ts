interface QuickKey {
  code: string;
  label: string;
}

/** One key per student, row by row on the keyboard, enough for a class of 45. */
const quickKeys: readonly QuickKey[] = [
  ...[...'1234567890'].map((label) => ({ code: `Digit${label}`, label })),
  ...toLetterKeys('QWERTYUIOP'),
  ...toLetterKeys('ASDFGHJKL'),
  { code: 'Semicolon', label: ';' },
  ...toLetterKeys('ZXCVBNM'),
  { code: 'Comma', label: ',' },
  { code: 'Period', label: '.' },
  { code: 'Slash', label: '/' },
  { code: 'Minus', label: '-' },
  { code: 'Equal', label: '=' },
  { code: 'BracketLeft', label: '[' },
  { code: 'BracketRight', label: ']' },
  { code: 'Quote', label: "'" },
];

function toLetterKeys(letters: string): QuickKey[] {
  return [...letters].map((label) => ({ code: `Key${label}`, label }));
}

/** The label of the key that marks the student at this index. */
export function getKeyLabel(index: number): string | undefined {
  return quickKeys[index]?.label;
}

/** The index of the student for a physical key, which no Vietnamese input method changes. */
export function findKeyIndex(code: string): number | undefined {
  const index = quickKeys.findIndex((quickKey) => quickKey.code === code);
  return index < 0 ? undefined : index;
}
