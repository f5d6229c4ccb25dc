/** The keys of a keyboard in the order of its rows: the first ten students, the second ten, and so on. */
const quickKeys: readonly (readonly [code: string, cap: string])[] = [
  ...lettersOf('1234567890').map(([cap]) => [`Digit${cap}`, cap] as const),
  ...lettersOf('QWERTYUIOP').map(([cap]) => [`Key${cap}`, cap] as const),
  ...lettersOf('ASDFGHJKL').map(([cap]) => [`Key${cap}`, cap] as const),
  ['Semicolon', ';'],
  ...lettersOf('ZXCVBNM').map(([cap]) => [`Key${cap}`, cap] as const),
  ['Comma', ','],
  ['Period', '.'],
  ['Slash', '/'],
  ['Minus', '-'],
  ['Equal', '='],
  ['BracketLeft', '['],
  ['BracketRight', ']'],
  ['Quote', "'"],
];

function lettersOf(text: string): [string][] {
  return [...text].map((letter) => [letter]);
}

/** The key that names the student in this place with one press; a class has a key for each of 45. */
export function capOf(place: number): string | undefined {
  return quickKeys[place]?.[1];
}

/** The place that a key names. Physical keys, so that no Vietnamese typing method is in the way. */
export function placeOf(code: string): number | undefined {
  const place = quickKeys.findIndex(([one]) => one === code);
  return place < 0 ? undefined : place;
}
