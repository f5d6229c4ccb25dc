import type { School } from '@lop-xanh/contract/schools';
import type { Actor } from '../../http/authentication.ts';

/** Schools are the Admins' to manage; a Mod sees the own one. */
export function canSeeSchool(actor: Actor, { id }: { id: number }): boolean {
  return actor.role === 'Admin' || (actor.role === 'Mod' && actor.school_id === id);
}

/** A school goes only when nobody and nothing is left in it. */
export function whatIsLeft(school: Pick<School, `${string}_count` & keyof School>) {
  const { mod_count, teacher_count, student_count, parent_count, class_count } = school;
  return {
    accounts: mod_count + teacher_count + student_count + parent_count,
    classes: class_count,
  };
}

export function schoolAbilities(actor: Actor, left: { accounts: number; classes: number }) {
  const isAdmin = actor.role === 'Admin';
  return { edit: isAdmin, delete: isAdmin && left.accounts === 0 && left.classes === 0 };
}
