import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import {
  canReadYearOf,
  canTake,
  findDateError,
  findStudentError,
  listReadableStudents,
} from './attendance.rules.ts';

const makeActor = (role: Role) =>
  ({ id: 1, role, school_id: 1, class_ids: [10], student_ids: [2, 3] }) as unknown as Actor;

test('students read their own records, parents their children’s and staff the whole class', () => {
  const readable = Object.fromEntries(
    roles.map((role) => [role, listReadableStudents(makeActor(role))]),
  );
  expect(readable).toEqual({
    Admin: 'all',
    Mod: 'all',
    Teacher: 'all',
    Student: [1],
    Parent: [2, 3],
  });
});

test.each(roles)('a %s reads only the expected students’ years', (role) => {
  const readable = [1, 2, 3, 4].filter((id) => canReadYearOf(makeActor(role), id));
  expect(readable).toEqual({ Student: [1], Parent: [2, 3] }[role as string] ?? []);
});

test('only the class’s own teacher takes attendance, and nobody in a class of an earlier year', () => {
  for (const role of roles) {
    expect(canTake(makeActor(role), { id: 10, is_past: false })).toBe(role === 'Teacher');
    expect(canTake(makeActor(role), { id: 10, is_past: true })).toBe(false);
    expect(canTake(makeActor(role), { id: 11, is_past: false })).toBe(false);
  }
});

describe('the date', () => {
  test.each([
    ['2026-11-15', undefined],
    ['2026-08-01', undefined],
    ['2026-11-16', 'date_in_future'],
    ['2026-07-31', 'date_outside_school_year'],
    ['2025-11-15', 'date_outside_school_year'],
  ])('%s gives this error on 15 November 2026: %s', (date, error) => {
    expect(findDateError(date, { today: '2026-11-15', schoolYear: 2026 })).toBe(error);
  });

  test('may be in the previous autumn, but not in the August after the year of the class', () => {
    expect(findDateError('2026-09-07', { today: '2027-05-20', schoolYear: 2026 })).toBeUndefined();
    expect(findDateError('2027-08-01', { today: '2027-08-01', schoolYear: 2026 })).toBe(
      'date_outside_school_year',
    );
  });
});

describe('a sheet', () => {
  const enrolled = [
    { id: 1, status: 'active' as const },
    { id: 2, status: 'active' as const },
    { id: 3, status: 'inactive' as const },
  ];
  const findErrorOf = (...ids: number[]) =>
    findStudentError(
      ids.map((id) => ({ id })),
      enrolled,
    );

  test('lists every active student once, in any order', () => {
    expect(findErrorOf(1, 2)).toBeUndefined();
    expect(findErrorOf(2, 1)).toBeUndefined();
  });

  test.each([
    [[1], 'student_missing', 'students'],
    [[], 'student_missing', 'students'],
    [[1, 2, 1], 'duplicate_student', 'students.2.id'],
    [[1, 1], 'duplicate_student', 'students.1.id'],
    [[1, 2, 9], 'student_of_another_class', 'students.2.id'],
    [[3, 1, 2], 'student_inactive', 'students.0.id'],
  ])('of %j is rejected: %s', (ids, error, path) => {
    expect(findErrorOf(...ids)).toEqual({ error, path });
  });

  test('of a class without active students is rejected', () => {
    expect(findStudentError([], [])?.error).toBe('class_without_students');
    expect(findStudentError([{ id: 3 }], [{ id: 3, status: 'inactive' }])?.error).toBe(
      'class_without_students',
    );
  });
});
