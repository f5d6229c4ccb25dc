import { expect, test } from 'vitest';
import { listYear, reduceDraft } from './lesson-draft.ts';
import { makeDraft, makeWeek } from './testing/lesson-drafts.ts';

const describeYear = (numbers: string[]) =>
  listYear(numbers.map((week) => makeWeek(week))).map((row) =>
    row.entry ? row.entry.week : `(${row.number})`,
  );
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `(${first + index})`);

test('the list has every week of the year, those without a lesson at their place', () => {
  expect(describeYear([])).toEqual(range(1, 35));
  expect(describeYear(['2', '4', '4'])).toEqual(['(1)', '2', '(3)', '4', '4', ...range(5, 35)]);
});

test('the list keeps the order of the lesson, and a week without a number', () => {
  expect(describeYear(['3', '', '1', '5'])).toEqual([
    '(2)',
    '3',
    '',
    '1',
    '(4)',
    '5',
    ...range(6, 35),
  ]);
});

test('a week added in a gap of the list stands there', () => {
  const draft = makeDraft(['1', '5']);
  const rows = listYear(draft.weeks);
  const third = rows.find((row) => !row.entry && row.number === 3);
  if (!third || third.entry) throw new Error('Week 3 is missing.');
  const { weeks } = reduceDraft(draft, {
    type: 'addWeek',
    key: 'new',
    week: '3',
    beforeKey: third.beforeKey,
  });
  expect(weeks.map(({ week }) => week)).toEqual(['1', '3', '5']);
  const added = reduceDraft(draft, { type: 'addWeek', key: 'new' });
  expect(added.weeks.map(({ week }) => week)).toEqual(['1', '5', '6']);
});
