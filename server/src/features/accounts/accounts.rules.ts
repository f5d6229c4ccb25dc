import type { AccountAbilities, Departure } from '@lop-xanh/contract/accounts';
import type { SharedErrorName } from '@lop-xanh/contract/errors';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The account that the actor wants to act on. */
export interface TargetAccount {
  id: number;
  role: Role;
  school_id: number | null;
  class_id: number | null;
  departure?: Departure | null;
}

/** The roles whose accounts a Mod sees, in their own school. */
export const rolesVisibleToMod: readonly Role[] = ['Teacher', 'Student', 'Parent'];
const rolesManagedByMod: readonly Role[] = ['Teacher', 'Student'];

export function canSeeAccount(actor: Actor, account: TargetAccount): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, account) && rolesVisibleToMod.includes(account.role);
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return false;
  }
}

/** The roles for which the actor may create and edit accounts. */
export function listManageableRoles({ role }: Actor): readonly Role[] {
  if (role === 'Admin') return roles;
  return role === 'Mod' ? rolesManagedByMod : [];
}

export function canEditAccount(actor: Actor, account: TargetAccount): boolean {
  return canSeeAccount(actor, account) && listManageableRoles(actor).includes(account.role);
}

/** Whether the actor may set these at all; `getAccountAbilities` says for which accounts. */
export function canSetRolesAndSchools({ role }: Actor): boolean {
  return role === 'Admin';
}

export function isSelf(actor: Actor, { id }: TargetAccount): boolean {
  return actor.id === id;
}

/** Users change their own password, and an Admin's is reset by a command on the server. */
export function findPasswordResetError(
  actor: Actor,
  account: TargetAccount,
): SharedErrorName | undefined {
  if (!canEditAccount(actor, account)) return 'forbidden';
  if (isSelf(actor, account)) return 'own_account_protected';
  return account.role === 'Admin' ? 'admin_reset_by_command' : undefined;
}

/**
 * Unlocking clears failed login attempts, so that the next login need not wait. A Teacher can unlock the
 * students of their class; Mods and Admins can unlock the accounts they can edit.
 */
export function canUnlockAccount(actor: Actor, account: TargetAccount): boolean {
  if (actor.role !== 'Teacher') return canEditAccount(actor, account);
  return account.role === 'Student' && actor.class_ids.includes(account.class_id ?? 0);
}

export function findDeletionError(
  actor: Actor,
  account: TargetAccount,
): SharedErrorName | undefined {
  if (actor.role !== 'Admin') return 'forbidden';
  return isSelf(actor, account) ? 'own_account_protected' : undefined;
}

export function getAccountAbilities(actor: Actor, account: TargetAccount): AccountAbilities {
  const canEdit = canEditAccount(actor, account);
  const isOther = !isSelf(actor, account);
  return {
    edit: canEdit,
    // A student who has left becomes active by returning.
    setStatus: canEdit && isOther && !account.departure,
    setRole: canEdit && isOther && canSetRolesAndSchools(actor),
    setSchool: canEdit && canSetRolesAndSchools(actor) && account.role !== 'Admin',
    resetPassword: findPasswordResetError(actor, account) === undefined,
    unlock: canUnlockAccount(actor, account),
    delete: findDeletionError(actor, account) === undefined,
    addParent: account.role === 'Student' && listManageableRoles(actor).includes('Parent'),
    leave: canEdit && account.role === 'Student' && !account.departure,
    return: canEdit && account.role === 'Student' && Boolean(account.departure),
  };
}

export function canHaveClass(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}
