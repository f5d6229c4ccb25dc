/** The animals that a user can choose as an avatar; none of them is a picture of the card login. */
export const animals = [
  'cat',
  'chick',
  'rabbit',
  'buffalo',
  'dog',
  'pig',
  'bear',
  'panda',
  'tiger',
  'lion',
  'monkey',
  'elephant',
  'fox',
  'mouse',
  'cow',
  'sheep',
  'goat',
  'horse',
  'koala',
  'penguin',
  'owl',
  'duck',
  'rooster',
  'parrot',
  'hedgehog',
  'squirrel',
  'deer',
  'bee',
] as const;
export type Animal = (typeof animals)[number];

/** Public, like the default avatar: an animal says nothing about its user. */
export function toAnimalUrl(animal: Animal): string {
  return `/uploads/avt/${animal}.svg`;
}
