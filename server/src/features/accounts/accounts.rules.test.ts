import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import {
  canEditAccount,
  canManageParents,
  canSeeAccount,
  canUnlockAccount,
  findDeletionError,
  findPasswordResetError,
  getAccountAbilities,
  listManageableRoles,
} from './accounts.rules.ts';

const makeActor = (role: Role, school_id: number | null = 1) =>
  ({ id: 7, role, school_id, class_ids: role === 'Teacher' ? [3] : [] }) as unknown as Actor;
const makeAccount = (
  role: Role,
  {
    id = 8,
    school_id = 1 as number | null,
    class_id = null as number | null,
    child_school_ids = [] as number[],
  } = {},
) => ({
  id,
  role,
  school_id: role === 'Admin' ? null : school_id,
  class_id,
  child_school_ids,
});

test('an Admin sees and edits every account and creates every role', () => {
  for (const role of roles) {
    expect(canSeeAccount(makeActor('Admin', null), makeAccount(role, { school_id: 2 }))).toBe(true);
    expect(canEditAccount(makeActor('Admin', null), makeAccount(role))).toBe(true);
  }
  expect(listManageableRoles(makeActor('Admin'))).toEqual(roles);
});

test.each([
  ['a Mod sees and edits Teachers, Students and Parents', ['Teacher', 'Student', 'Parent'], true],
  ['a Mod cannot see Mods or Admins', ['Mod', 'Admin'], false],
] as const)('%s', (_, targetRoles, canEdit) => {
  const mod = makeActor('Mod');
  for (const role of targetRoles) {
    const account = makeAccount(role);
    expect(canSeeAccount(mod, account)).toBe(canEdit);
    expect(canEditAccount(mod, account)).toBe(canEdit);
    expect(listManageableRoles(mod).includes(role)).toBe(canEdit);
    expect(findPasswordResetError(mod, account) === undefined).toBe(canEdit);
    expect(canUnlockAccount(mod, account)).toBe(canEdit);
    expect(findDeletionError(mod, account)).toBe('forbidden');
    expect(canSeeAccount(mod, makeAccount(role, { school_id: 2 }))).toBe(false);
  }
});

test('a Mod sees but cannot edit a parent of another school who has a child in theirs', () => {
  const mod = makeActor('Mod');
  const parent = makeAccount('Parent', { school_id: 2, child_school_ids: [2, 1] });
  expect(canSeeAccount(mod, parent)).toBe(true);
  expect(canEditAccount(mod, parent)).toBe(false);
  expect(findPasswordResetError(mod, parent)).toBe('forbidden');
  expect(canUnlockAccount(mod, parent)).toBe(false);
  expect(canSeeAccount(mod, { ...parent, child_school_ids: [2, 3] })).toBe(false);
});

test('a Mod decides who the parents of their own students are', () => {
  const mod = makeActor('Mod');
  expect(canManageParents(mod, makeAccount('Student'))).toBe(true);
  expect(canManageParents(mod, makeAccount('Student', { school_id: 2 }))).toBe(false);
  expect(canManageParents(mod, makeAccount('Teacher'))).toBe(false);
  expect(canManageParents(makeActor('Teacher'), makeAccount('Student', { class_id: 3 }))).toBe(
    false,
  );
});

test('a Mod without a school sees no accounts', () => {
  for (const role of roles) {
    expect(canSeeAccount(makeActor('Mod', null), makeAccount(role, { school_id: null }))).toBe(
      false,
    );
  }
});

test.each(['Teacher', 'Student', 'Parent'] as const)('a %s manages no accounts', (role) => {
  expect(listManageableRoles(makeActor(role))).toEqual([]);
  for (const targetRole of roles) {
    expect(canSeeAccount(makeActor(role), makeAccount(targetRole))).toBe(false);
  }
});

test('a Teacher unlocks only the students of their class', () => {
  const teacher = makeActor('Teacher');
  expect(canUnlockAccount(teacher, makeAccount('Student', { class_id: 3 }))).toBe(true);
  expect(canUnlockAccount(teacher, makeAccount('Student', { class_id: 4 }))).toBe(false);
  expect(canUnlockAccount(teacher, makeAccount('Student'))).toBe(false);
  expect(canUnlockAccount(teacher, makeAccount('Teacher', { class_id: 3 }))).toBe(false);
});

test('an Admin cannot reset their own or another Admin’s password, or delete themselves', () => {
  const self = { ...makeAccount('Admin'), id: 7 };
  expect(findPasswordResetError(makeActor('Admin'), self)).toBe('own_account_protected');
  expect(findDeletionError(makeActor('Admin'), self)).toBe('own_account_protected');
  expect(findPasswordResetError(makeActor('Admin'), makeAccount('Admin'))).toBe(
    'admin_reset_by_command',
  );
  expect(findDeletionError(makeActor('Admin'), makeAccount('Admin'))).toBeUndefined();
  expect(getAccountAbilities(makeActor('Admin'), self)).toMatchObject({
    edit: true,
    setStatus: false,
    setRole: false,
    resetPassword: false,
    delete: false,
  });
});
