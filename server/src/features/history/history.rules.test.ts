import type { StudentTransfer } from '@lop-xanh/contract/history';
import { expect, test } from 'vitest';
import type { RollCallOfStudent } from './history.queries.ts';
import { groupByStay } from './history.rules.ts';

const day = (number: number) => `2026-10-${String(number).padStart(2, '0')}T01:00:00.000Z`;
const move = (id: number, to: string | null): StudentTransfer => ({
  id,
  student_id: 1,
  full_name: 'Lê An',
  first_name: 'An',
  last_name: 'Lê',
  from_class_id: null,
  from_class_name: null,
  to_class_id: to === null ? null : to.charCodeAt(1),
  to_class_name: to,
  changed_at: day(id),
  changed_by: 'mod',
});
const attendanceSheetInput = (week: number, name: string, at: number): RollCallOfStudent => ({
  school_year: 2026,
  week,
  date: day(at).slice(0, 10),
  taken_at: day(at),
  class_id: name.charCodeAt(1),
  class_name: name,
  status: 'present',
  note: '',
});
const told = (moves: StudentTransfer[], rollCalls: RollCallOfStudent[]) =>
  groupByStay(moves, rollCalls).map(({ to_class_name, left_at, attendance_history }) => [
    to_class_name,
    left_at,
    attendance_history.map(({ week }) => week),
  ]);

test('a roll call stands in the stay in which it was taken, the newest stay first', () => {
  const moves = [move(12, '3A'), move(8, '3B'), move(1, '3A')];
  const rollCalls = [
    attendanceSheetInput(1, '3A', 2),
    attendanceSheetInput(2, '3B', 9),
    attendanceSheetInput(3, '3A', 13),
  ];
  expect(told(moves, rollCalls)).toEqual([
    ['3A', null, [3]],
    ['3B', day(12), [2]],
    ['3A', day(8), [1]],
  ]);
});

test('time without a class is no stay, and a class without a record of its own still has a group', () => {
  const moves = [move(5, null), move(1, '3A')];
  expect(told(moves, [attendanceSheetInput(1, '3A', 2), attendanceSheetInput(2, '3C', 3)])).toEqual(
    [
      ['3A', day(5), [1]],
      ['3C', null, [2]],
    ],
  );
});
