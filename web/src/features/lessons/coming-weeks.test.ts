import type { Lesson, WeekEntry } from '@lop-xanh/contract/lessons';
import { expect, test } from 'vitest';
import { findComing } from './coming-weeks.ts';
import type { GradeLessons } from './lessons.api.ts';

const makeEntry = (week: number, status = 'active') => ({ week, status }) as WeekEntry;
const lesson = {
  id: 7,
  content: [1, 2, 3, 5].map((week) => makeEntry(week)).concat(makeEntry(4, 'inactive')),
} as Lesson;
const find = (...taken: number[]) =>
  findComing(
    { lessons: [lesson], classes: [{ grade_id: 3, taken }] } as unknown as GradeLessons,
    3,
  ).map(({ entry }) => entry.week);

test('the coming lessons are those of the next two active weeks that the class has not taken', () => {
  expect(find()).toEqual([1, 2]);
  expect(find(1, 2)).toEqual([3, 5]);
  expect(find(1, 2, 3)).toEqual([5]);
  expect(find(1, 2, 3, 5)).toEqual([]);
});
