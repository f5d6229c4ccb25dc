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
  /** The schools of a parent's children. */
  child_school_ids: number[];
  departure?: Departure | null;
}

/** The roles whose accounts a Mod sees and manages, in their own school. */
export const rolesManagedByMod: readonly Role[] = ['Teacher', 'Student', 'Parent'];

export function canSeeAccount(actor: Actor, account: TargetAccount): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return (
        (isInOwnSchool(actor, account) && rolesManagedByMod.includes(account.role)) ||
        (account.role === 'Parent' && hasChildInOwnSchool(actor, account))
      );
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return false;
  }
}

function hasChildInOwnSchool({ school_id }: Actor, { child_school_ids }: TargetAccount): boolean {
  return school_id !== null && child_school_ids.includes(school_id);
}

/** A Teacher sees no accounts, but gets 403 and not 404 for one of their own school. */
export function canDiscoverAccount(actor: Actor, account: TargetAccount): boolean {
  return actor.role === 'Teacher' ? isInOwnSchool(actor, account) : canSeeAccount(actor, account);
}

/** The roles for which the actor may create and edit accounts. */
export function listManageableRoles({ role }: Actor): readonly Role[] {
  if (role === 'Admin') return roles;
  return role === 'Mod' ? rolesManagedByMod : [];
}

/** A parent with children in several schools is edited by the Mods of one: the parent's own. */
export function canEditAccount(actor: Actor, account: TargetAccount): boolean {
  return (
    canSeeAccount(actor, account) &&
    listManageableRoles(actor).includes(account.role) &&
    (actor.role === 'Admin' || isInOwnSchool(actor, account))
  );
}

/** Mods decide who the parents of their own students are, whichever school those belong to. */
export function canManageParents(actor: Actor, account: TargetAccount): boolean {
  return account.role === 'Student' && canEditAccount(actor, account);
}

/** Whether the actor may set these at all; `getAccountAbilities` says for which accounts. */
export function canSetRolesAndSchools({ role }: Actor): boolean {
  return role === 'Admin';
}

export function isSelf(actor: Actor, { id }: TargetAccount): boolean {
  return actor.id === id;
}

/**
 * A Teacher resets the passwords of the students in their classes. Users change their own password, and an
 * Admin's is reset by a command on the server.
 */
export function findPasswordResetError(
  actor: Actor,
  account: TargetAccount,
): SharedErrorName | undefined {
  if (!canEditAccount(actor, account) && !teaches(actor, account)) return 'forbidden';
  if (isSelf(actor, account)) return 'own_account_protected';
  return account.role === 'Admin' ? 'admin_reset_by_command' : undefined;
}

/**
 * Unlocking clears failed login attempts, so that the next login need not wait. A Teacher can unlock the
 * students of their class; Mods and Admins can unlock the accounts they can edit.
 */
export function canUnlockAccount(actor: Actor, account: TargetAccount): boolean {
  return canEditAccount(actor, account) || teaches(actor, account);
}

/** Also as a substitute. */
function teaches(actor: Actor, { role, class_id }: TargetAccount): boolean {
  if (actor.role !== 'Teacher' || role !== 'Student') return false;
  return class_id !== null && actor.class_ids.includes(class_id);
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
    addParent: canManageParents(actor, account),
    leave: canEdit && account.role === 'Student' && !account.departure,
    return: canEdit && account.role === 'Student' && Boolean(account.departure),
  };
}

export function canHaveClass(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}
