import type { StudentTransfer } from '@lop-xanh/contract/history';
import { expect, test } from 'vitest';
import { groupByClassPeriod } from './history.rules.ts';
import type { StudentAttendanceRecord } from './student-report.queries.ts';

const toInstant = (number: number) => `2026-10-${String(number).padStart(2, '0')}T01:00:00.000Z`;
const makeTransfer = (id: number, to: string | null): StudentTransfer => ({
  id,
  student_id: 1,
  full_name: 'Lê An',
  first_name: 'An',
  last_name: 'Lê',
  from_class_id: null,
  from_class_name: null,
  to_class_id: to === null ? null : to.charCodeAt(1),
  to_class_name: to,
  school_year: 2026,
  changed_at: toInstant(id),
  changed_by: 'mod',
  departure_reason: null,
});
const makeRecord = (week: number, name: string, dayNumber: number): StudentAttendanceRecord => ({
  school_year: 2026,
  week,
  date: toInstant(dayNumber).slice(0, 10),
  taken_at: toInstant(dayNumber),
  class_id: name.charCodeAt(1),
  class_name: name,
  status: 'present',
  note: '',
  isExcused: false,
  corrections: [],
});
const summarize = (transfers: StudentTransfer[], records: StudentAttendanceRecord[]) =>
  groupByClassPeriod(transfers, records).map(({ to_class_name, left_at, attendance_history }) => [
    to_class_name,
    left_at,
    attendance_history.map(({ week }) => week),
  ]);

test('records are grouped by the class period in which they were taken, newest period first', () => {
  const transfers = [makeTransfer(12, '3A'), makeTransfer(8, '3B'), makeTransfer(1, '3A')];
  const records = [makeRecord(1, '3A', 2), makeRecord(2, '3B', 9), makeRecord(3, '3A', 13)];
  expect(summarize(transfers, records)).toEqual([
    ['3A', null, [3]],
    ['3B', toInstant(12), [2]],
    ['3A', toInstant(8), [1]],
  ]);
});

test('time without a class is no period, and records of a class without a transfer have their own', () => {
  const transfers = [makeTransfer(5, null), makeTransfer(1, '3A')];
  const records = [makeRecord(1, '3A', 2), makeRecord(2, '3C', 3)];
  expect(summarize(transfers, records)).toEqual([
    ['3A', toInstant(5), [1]],
    ['3C', null, [2]],
  ]);
});
