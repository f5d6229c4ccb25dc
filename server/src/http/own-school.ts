import { AppError } from './app-error.ts';
import type { Actor } from './authentication.ts';

/** An Admin is of no school. */
export function isOfOwnSchool(actor: Actor, { school_id }: { school_id: number | null }): boolean {
  return actor.school_id !== null && actor.school_id === school_id;
}

/** The school that a call is about: the one it names, else the own; only an Admin names another. */
export function schoolMeant(actor: Actor, named: number | null | undefined): number | null {
  const schoolId = named ?? actor.school_id;
  if (actor.role !== 'Admin' && schoolId !== actor.school_id) throw new AppError('forbidden');
  return schoolId;
}
