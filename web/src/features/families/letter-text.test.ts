import type { ParentLetter } from '@lop-xanh/contract/families';
import { expect, test } from 'vitest';
import { listClasses, sortByClass } from './letter-text.ts';

const makeLetter = (id: number, ...classNames: (string | null)[]): ParentLetter => ({
  id,
  full_name: `Phụ huynh ${id}`,
  username: `09${id}`,
  class_name: null,
  password: 'x',
  children: classNames.map((class_name) => ({ full_name: 'An', class_name })),
});

test('a letter names each class of the children once, in order', () => {
  expect(listClasses(makeLetter(1, '10A', '2B', '10A', null).children)).toBe('Lớp 2B, 10A');
  expect(listClasses(makeLetter(1, null).children)).toBe('');
});

test('letters are printed class by class, and keep their order within a class', () => {
  const letters = [
    makeLetter(1, '10A'),
    makeLetter(2, '2A'),
    makeLetter(3, null),
    makeLetter(4, '2A'),
  ];
  expect(sortByClass(letters).map(({ id }) => id)).toEqual([3, 2, 4, 1]);
});
