import type { School } from '@lop-xanh/contract/schools';
import type { Actor } from '../../http/authentication.ts';

/** Schools are the Admins' to manage; a Mod sees the own one. */
export function canSeeSchool(actor: Actor, { id }: { id: number }): boolean {
  return actor.role === 'Admin' || (actor.role === 'Mod' && actor.school_id === id);
}

/** A school goes only when nobody and nothing is left in it. */
export function whatIsLeft(school: Pick<School, 'account_count' | 'class_count'>) {
  return { accounts: school.account_count, classes: school.class_count };
}

export function schoolAbilities(actor: Actor, left: { accounts: number; classes: number }) {
  const isAdmin = actor.role === 'Admin';
  return { edit: isAdmin, delete: isAdmin && left.accounts === 0 && left.classes === 0 };
}
