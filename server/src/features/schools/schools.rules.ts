import type { School } from '@lop-xanh/contract/schools';
import type { Actor } from '../../http/authentication.ts';

/** A Mod sees only their own school. */
export function canSeeSchool(actor: Actor, { id }: { id: number }): boolean {
  return actor.role === 'Admin' || (actor.role === 'Mod' && actor.school_id === id);
}

/** A school can be deleted only when it has no accounts and classes. */
export function countRemaining(school: Pick<School, 'account_count' | 'class_count'>) {
  return { accounts: school.account_count, classes: school.class_count };
}

export function schoolAbilities(
  actor: Actor,
  { accounts, classes }: { accounts: number; classes: number },
) {
  const isAdmin = actor.role === 'Admin';
  return { edit: isAdmin, delete: isAdmin && accounts === 0 && classes === 0 };
}
