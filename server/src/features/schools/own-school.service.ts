import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';

/** False for an Admin, who belongs to no school. */
export function isInOwnSchool(actor: Actor, { school_id }: { school_id: number | null }): boolean {
  return actor.school_id !== null && actor.school_id === school_id;
}

/** The requested school, or else the actor's own. Only an Admin may request another one. */
export function resolveSchoolId(
  actor: Actor,
  requestedId: number | null | undefined,
): number | null {
  const schoolId = requestedId ?? actor.school_id;
  if (actor.role !== 'Admin' && schoolId !== actor.school_id) throw new AppError('forbidden');
  return schoolId;
}

/** Like `resolveSchoolId`, for what belongs to one school: an Admin must name it. */
export function requireSchoolId(actor: Actor, requestedId: number | null | undefined): number {
  const schoolId = resolveSchoolId(actor, requestedId);
  if (schoolId === null) throw fieldError('school_required', 'school_id');
  return schoolId;
}
