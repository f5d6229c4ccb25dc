import { expect, test } from 'vitest';
import { listDoubts } from './sheet-doubts.ts';

const date = '2026-11-17';
const list = (week: number, calendarWeek: number | undefined, sheets: string[] = []) =>
  listDoubts(
    { week, date },
    { calendarWeek, sheets: sheets.map((day, index) => ({ week: index + 1, date: day })) },
  );

test.each([9, 10, 11])('week %i is close enough to week 10 of the calendar', (week) => {
  expect(list(week, 10)).toEqual([]);
});

test.each([1, 8, 12, 35])('week %i is too far from week 10 of the calendar', (week) => {
  expect(list(week, 10)).toEqual([
    `Theo lịch của trường, tuần này là tuần 10, không phải tuần ${week}.`,
  ]);
});

test('outside the teaching year no week is too far away', () => {
  expect(list(35, undefined)).toEqual([]);
});

test('a day on which the class has sheets is doubtful, another day is not', () => {
  expect(list(4, 4, ['2026-11-16', '2026-11-18'])).toEqual([]);
  expect(list(4, 4, ['2026-11-16', date, date])).toEqual([
    'Ngày 17/11/2026 lớp đã điểm danh tuần 2, 3.',
  ]);
});

test('every reason is given', () => {
  expect(list(12, 10, [date])).toHaveLength(2);
});
