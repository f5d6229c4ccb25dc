import { expect, test } from 'vitest';
import { parseEndings } from './class-generator.tsx';
import { listMondays } from './first-monday-select.tsx';
import { listRange } from './use-selection.ts';

test('endings are separated by spaces or commas and listed once', () => {
  expect(parseEndings(' a, B  c1;a ')).toEqual(['A', 'B', 'C1']);
});

test('the Mondays from August to December can be chosen', () => {
  const mondays = listMondays(2027);
  expect([mondays[0], mondays.at(-1), mondays.length]).toEqual(['2027-08-02', '2027-12-27', 22]);
});

test('a range runs in either direction, and starts again in another list', () => {
  expect(listRange([1, 2, 3, 4], 3, 1)).toEqual([1, 2, 3]);
  expect(listRange([1, 2, 3, 4], 2, 4)).toEqual([2, 3, 4]);
  expect(listRange([1, 2, 3, 4], 9, 2)).toEqual([2]);
  expect(listRange([1, 2, 3, 4], undefined, 2)).toEqual([2]);
});
