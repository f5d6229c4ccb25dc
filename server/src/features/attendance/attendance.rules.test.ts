import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import {
  canReadYearOf,
  canTake,
  problemOfDate,
  problemOfRoll,
  readableStudents,
} from './attendance.rules.ts';

const somebody = (role: Role) =>
  ({ id: 1, role, school_id: 1, class_ids: [10], student_ids: [2, 3] }) as unknown as Actor;

test('students read their own records, parents their children’s, the staff a whole class', () => {
  const readable = Object.fromEntries(
    roles.map((role) => [role, readableStudents(somebody(role))]),
  );
  expect(readable).toEqual({
    Admin: 'all',
    Mod: 'all',
    Teacher: 'all',
    Student: [1],
    Parent: [2, 3],
  });
});

test.each(roles)('the year that a %s reads', (role) => {
  const seen = [1, 2, 3, 4].filter((id) => canReadYearOf(somebody(role), id));
  expect(seen).toEqual({ Student: [1], Parent: [2, 3] }[role as string] ?? []);
});

test('only the class’s own teacher calls the roll', () => {
  for (const role of roles) {
    expect(canTake(somebody(role), { id: 10 })).toBe(role === 'Teacher');
    expect(canTake(somebody(role), { id: 11 })).toBe(false);
  }
});

describe('the date', () => {
  test.each([
    ['2026-11-15', undefined],
    ['2026-08-01', undefined],
    ['2026-11-16', 'date_in_future'],
    ['2026-07-31', 'date_outside_school_year'],
    ['2025-11-15', 'date_outside_school_year'],
  ])('%s on 15 November 2026: %s', (date, problem) => {
    expect(problemOfDate(date, '2026-11-15')).toBe(problem);
  });

  test('in spring the autumn before still belongs to the year, in August it does not', () => {
    expect(problemOfDate('2026-09-07', '2027-05-20')).toBeUndefined();
    expect(problemOfDate('2027-05-20', '2027-08-01')).toBe('date_outside_school_year');
  });
});

describe('the roll', () => {
  const enrolled = [
    { id: 1, status: 'active' as const },
    { id: 2, status: 'active' as const },
    { id: 3, status: 'inactive' as const },
  ];
  const named = (...ids: number[]) =>
    problemOfRoll(
      ids.map((id) => ({ id })),
      enrolled,
    );

  test('every active student once, in any order', () => {
    expect(named(1, 2)).toBeUndefined();
    expect(named(2, 1)).toBeUndefined();
  });

  test.each([
    [[1], 'student_missing', 'students'],
    [[], 'student_missing', 'students'],
    [[1, 2, 1], 'student_doubled', 'students.2.id'],
    [[1, 1], 'student_doubled', 'students.1.id'],
    [[1, 2, 9], 'student_of_another_class', 'students.2.id'],
    [[3, 1, 2], 'student_inactive', 'students.0.id'],
  ])('%j is refused: %s', (ids, refusal, path) => {
    expect(named(...ids)).toEqual({ refusal, path });
  });

  test('a class without active students has none to call', () => {
    expect(problemOfRoll([], [])?.refusal).toBe('class_without_students');
    expect(problemOfRoll([{ id: 3 }], [{ id: 3, status: 'inactive' }])?.refusal).toBe(
      'class_without_students',
    );
  });
});
