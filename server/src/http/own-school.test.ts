import type { Role } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import type { Actor } from './authentication.ts';
import { isOfOwnSchool, schoolMeant } from './own-school.ts';

const actor = (role: Role, school_id: number | null) => ({ role, school_id }) as Actor;

test('an Admin names any school or none, everybody else the own alone', () => {
  expect(schoolMeant(actor('Admin', null), 2)).toBe(2);
  expect(schoolMeant(actor('Admin', null), undefined)).toBe(null);
  for (const role of ['Mod', 'Teacher', 'Student', 'Parent'] as const) {
    expect(schoolMeant(actor(role, 1), 1)).toBe(1);
    expect(schoolMeant(actor(role, 1), undefined)).toBe(1);
    expect(() => schoolMeant(actor(role, 1), 2)).toThrow(new AppError('forbidden'));
    expect(() => schoolMeant(actor(role, null), 2)).toThrow(new AppError('forbidden'));
  }
});

test('who has no school shares none with what has none', () => {
  expect(isOfOwnSchool(actor('Mod', 1), { school_id: 1 })).toBe(true);
  expect(isOfOwnSchool(actor('Mod', 1), { school_id: 2 })).toBe(false);
  expect(isOfOwnSchool(actor('Admin', null), { school_id: null })).toBe(false);
});
