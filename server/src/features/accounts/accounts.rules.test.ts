import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import {
  accountAbilities,
  canEditAccount,
  canSeeAccount,
  canUnlock,
  creatableRoles,
  problemOfDeletion,
  problemOfReset,
} from './accounts.rules.ts';

const actor = (role: Role, school_id: number | null = 1) =>
  ({ id: 7, role, school_id, class_ids: role === 'Teacher' ? [3] : [] }) as unknown as Actor;
const account = (
  role: Role,
  { id = 8, school_id = 1 as number | null, class_id = null as number | null } = {},
) => ({ id, role, school_id: role === 'Admin' ? null : school_id, class_id });

test('an Admin sees and edits everybody, and makes every role', () => {
  for (const role of roles) {
    expect(canSeeAccount(actor('Admin', null), account(role, { school_id: 2 }))).toBe(true);
    expect(canEditAccount(actor('Admin', null), account(role))).toBe(true);
  }
  expect(creatableRoles(actor('Admin'))).toEqual(roles);
});

test.each([
  ['Teacher', true, true],
  ['Student', true, true],
  ['Parent', true, false],
  ['Mod', false, false],
  ['Admin', false, false],
] as const)('a Mod and the account of a %s: sees %s, edits %s', (role, sees, edits) => {
  expect(canSeeAccount(actor('Mod'), account(role))).toBe(sees);
  expect(canEditAccount(actor('Mod'), account(role))).toBe(edits);
  expect(creatableRoles(actor('Mod')).includes(role)).toBe(edits);
  expect(problemOfReset(actor('Mod'), account(role)) === undefined).toBe(edits);
  expect(canUnlock(actor('Mod'), account(role))).toBe(edits);
  expect(problemOfDeletion(actor('Mod'), account(role))).toBe('forbidden');
  expect(canSeeAccount(actor('Mod'), account(role, { school_id: 2 }))).toBe(false);
});

test('a Mod without a school sees nobody, not everybody', () => {
  for (const role of roles) {
    expect(canSeeAccount(actor('Mod', null), account(role, { school_id: null }))).toBe(false);
  }
});

test.each(['Teacher', 'Student', 'Parent'] as const)('a %s manages nobody', (role) => {
  expect(creatableRoles(actor(role))).toEqual([]);
  for (const of of roles) expect(canSeeAccount(actor(role), account(of))).toBe(false);
});

test('a Teacher unlocks the students of their class and nobody else', () => {
  const teacher = actor('Teacher');
  expect(canUnlock(teacher, account('Student', { class_id: 3 }))).toBe(true);
  expect(canUnlock(teacher, account('Student', { class_id: 4 }))).toBe(false);
  expect(canUnlock(teacher, account('Student'))).toBe(false);
  expect(canUnlock(teacher, account('Teacher', { class_id: 3 }))).toBe(false);
});

test('nobody resets or deletes themselves, and an Admin is not reset here', () => {
  const self = { ...account('Admin'), id: 7 };
  expect(problemOfReset(actor('Admin'), self)).toBe('not_oneself');
  expect(problemOfDeletion(actor('Admin'), self)).toBe('not_oneself');
  expect(problemOfReset(actor('Admin'), account('Admin'))).toBe('admin_reset_by_command');
  expect(problemOfDeletion(actor('Admin'), account('Admin'))).toBeUndefined();
  expect(accountAbilities(actor('Admin'), self)).toMatchObject({
    edit: true,
    setStatus: false,
    setRole: false,
    resetPassword: false,
    delete: false,
  });
});
