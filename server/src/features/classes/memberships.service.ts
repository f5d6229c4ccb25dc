import type { Db } from '../../database/database.ts';
import { isExclusionViolation } from '../../database/postgres-errors.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { notifyOfTransfers } from '../notifications/notify.service.ts';
import {
  bumpClassVersions,
  type ClassTransfer,
  findCurrentClasses,
  lockUsers,
  moveMembers,
} from './memberships.queries.ts';
import { endSubstitutionsByHomeroomTeachers } from './substitutes.queries.ts';

export { backdateEnd, findNextMoment } from './memberships.queries.ts';
export { endSubstitutionsOfTeacher } from './substitutes.queries.ts';

export interface ClassAssignment {
  userId: number;
  /** Null for no class. */
  classId: number | null;
}

/**
 * Every change of a user's class goes through this function, except a rollover. It ends the current
 * membership, starts the new one and notifies the user. The caller has locked the school.
 */
export async function assignClasses(
  db: Db,
  actor: Actor,
  assignments: ClassAssignment[],
): Promise<ClassTransfer[]> {
  if (assignments.length === 0) return [];
  const users = await lockUsers(
    db,
    assignments.map(({ userId }) => userId),
  );
  const classIds = assignments.flatMap(({ classId }) => (classId === null ? [] : [classId]));
  const classes = await findCurrentClasses(db, classIds);
  const schoolIdByClass = new Map(classes.map(({ id, school_id }) => [id, school_id]));
  const userById = new Map(users.map((user) => [user.id, user]));
  const transfers: ClassTransfer[] = [];
  for (const { userId, classId } of assignments) {
    const user = userById.get(userId);
    if (!user || user.class_id === classId) continue;
    const isValid = classId === null || schoolIdByClass.get(classId) === user.school_id;
    if (!isValid) throw fieldError('unknown_class', 'class_id');
    transfers.push({ userId, from: user.class_id, to: classId });
  }
  if (transfers.length === 0) return [];
  try {
    await moveMembers(db, actor, transfers);
  } catch (error) {
    if (isExclusionViolation(error, 'one_homeroom_teacher_at_a_time'))
      throw fieldError('class_has_teacher', 'class_id');
    throw error;
  }
  await notifyOfTransfers(db, actor, transfers);
  // A new teacher makes the version of the class stale for whoever edits it.
  const teacherTransfers = transfers.filter(
    ({ userId }) => userById.get(userId)?.role === 'Teacher',
  );
  const changedClassIds = teacherTransfers
    .flatMap(({ from, to }) => [from, to])
    .filter((id) => id !== null);
  await endSubstitutionsByHomeroomTeachers(db, actor, changedClassIds);
  await bumpClassVersions(db, changedClassIds);
  return transfers;
}
