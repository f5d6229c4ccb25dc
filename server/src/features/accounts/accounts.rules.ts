import type { AccountAbilities } from '@lop-xanh/contract/accounts';
import type { Refusal } from '@lop-xanh/contract/errors';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import type { Actor } from '../../http/authentication.ts';
import { isOfOwnSchool } from '../../http/own-school.ts';

/** What a rule must know of an account. */
export interface AccountFacts {
  id: number;
  role: Role;
  school_id: number | null;
  class_id: number | null;
}

/** Whose accounts a Mod knows of in the own school: not those of Mods and Admins. */
export const rolesSeenByMod: readonly Role[] = ['Teacher', 'Student', 'Parent'];
const rolesManagedByMod: readonly Role[] = ['Teacher', 'Student'];

export function canSeeAccount(actor: Actor, account: AccountFacts): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isOfOwnSchool(actor, account) && rolesSeenByMod.includes(account.role);
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return false;
  }
}

/** An Admin makes accounts of every role, a Mod those of teachers and students. */
export function creatableRoles({ role }: Actor): readonly Role[] {
  if (role === 'Admin') return roles;
  return role === 'Mod' ? rolesManagedByMod : [];
}

export function canEditAccount(actor: Actor, account: AccountFacts): boolean {
  return canSeeAccount(actor, account) && creatableRoles(actor).includes(account.role);
}

/** Only an Admin says who is what, and where. */
export function canPlaceAccounts({ role }: Actor): boolean {
  return role === 'Admin';
}

/** Nobody takes rights from themselves: they might not be able to give them back. */
export function isOneself(actor: Actor, { id }: AccountFacts): boolean {
  return actor.id === id;
}

/** Why a password is not reset here, if so: one's own is changed, an Admin's reset on the server. */
export function problemOfReset(actor: Actor, account: AccountFacts): Refusal | undefined {
  if (!canEditAccount(actor, account)) return 'forbidden';
  if (isOneself(actor, account)) return 'not_oneself';
  return account.role === 'Admin' ? 'admin_reset_by_command' : undefined;
}

/** A Teacher helps the students of their class, others those whose accounts they manage. */
export function canUnlock(actor: Actor, account: AccountFacts): boolean {
  if (actor.role !== 'Teacher') return canEditAccount(actor, account);
  return account.role === 'Student' && actor.class_ids.includes(account.class_id ?? 0);
}

export function problemOfDeletion(actor: Actor, account: AccountFacts): Refusal | undefined {
  if (actor.role !== 'Admin') return 'forbidden';
  return isOneself(actor, account) ? 'not_oneself' : undefined;
}

export function accountAbilities(actor: Actor, account: AccountFacts): AccountAbilities {
  const canEdit = canEditAccount(actor, account);
  const isOther = !isOneself(actor, account);
  return {
    edit: canEdit,
    setStatus: canEdit && isOther,
    setRole: canEdit && isOther && canPlaceAccounts(actor),
    setSchool: canEdit && canPlaceAccounts(actor) && account.role !== 'Admin',
    resetPassword: problemOfReset(actor, account) === undefined,
    unlock: canUnlock(actor, account),
    delete: problemOfDeletion(actor, account) === undefined,
    addParent: account.role === 'Student' && creatableRoles(actor).includes('Parent'),
  };
}

export function hasClass(role: Role): boolean {
  return role === 'Teacher' || role === 'Student';
}
