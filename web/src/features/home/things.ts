import wordsByDrawing from './things.json';

const otherThing = 'bag';

/** The drawing of a thing to bring, by the words in its name. */
export function findDrawing(name: string): string {
  const words = ` ${name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .join(' ')} `;
  // The drawings of `things.svg` and the words that they stand for; an earlier one wins.
  const found = Object.entries(wordsByDrawing).find(([, known]) =>
    known.some((word) => words.includes(` ${word} `)),
  );
  return found?.[0] ?? otherThing;
}
