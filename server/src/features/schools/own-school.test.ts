import type { Role } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool, resolveSchoolId } from './own-school.service.ts';

const actor = (role: Role, school_id: number | null) => ({ role, school_id }) as Actor;

test('an Admin may request any school or none, everybody else only their own', () => {
  expect(resolveSchoolId(actor('Admin', null), 2)).toBe(2);
  expect(resolveSchoolId(actor('Admin', null), undefined)).toBe(null);
  for (const role of ['Mod', 'Teacher', 'Student', 'Parent'] as const) {
    expect(resolveSchoolId(actor(role, 1), 1)).toBe(1);
    expect(resolveSchoolId(actor(role, 1), undefined)).toBe(1);
    expect(() => resolveSchoolId(actor(role, 1), 2)).toThrow(new AppError('forbidden'));
    expect(() => resolveSchoolId(actor(role, null), 2)).toThrow(new AppError('forbidden'));
  }
});

test('an actor without a school does not share one with a row without a school', () => {
  expect(isInOwnSchool(actor('Mod', 1), { school_id: 1 })).toBe(true);
  expect(isInOwnSchool(actor('Mod', 1), { school_id: 2 })).toBe(false);
  expect(isInOwnSchool(actor('Admin', null), { school_id: null })).toBe(false);
});
