import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { SharedErrorName } from '@lop-xanh/contract/errors';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Db } from '../../database/database.ts';
import { isExclusionViolation } from '../../database/postgres-errors.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { notifyOfTransfers } from '../notifications/notify.service.ts';
import { listMembers } from './manage-classes.queries.ts';
import { lockClass, readClass } from './manage-classes.service.ts';
import {
  endSubstitution,
  findActiveTeacher,
  findSubstitution,
  insertSubstitution,
  readToday,
} from './substitutes.queries.ts';

interface Period {
  /** The first day. */
  from: string;
  /** The last day. */
  until: string;
}

export async function addSubstitute(
  db: Db,
  actor: Actor,
  { id: classId, teacher_id, from, until }: Period & { id: number; teacher_id: number },
): Promise<SchoolClass> {
  const { school_id: schoolId, name } = await lockClass(db, actor, classId);
  const teacher = await findActiveTeacher(db, { id: teacher_id, schoolId });
  if (!teacher) throw fieldError('unknown_teacher', 'teacher_id');
  const members = await listMembers(db, classId);
  if (members.some(({ id, kind }) => kind === 'homeroom' && id === teacher.id)) {
    throw fieldError('already_homeroom_teacher', 'teacher_id');
  }
  const problem = findPeriodError({ from, until }, await readToday(db));
  if (problem) throw fieldError(problem.error, problem.path);

  let substitutionId: number;
  try {
    const substitution = { schoolId, classId, teacherId: teacher.id, from, until };
    substitutionId = await insertSubstitution(db, actor, substitution);
  } catch (error) {
    if (isExclusionViolation(error, 'one_substitute_at_a_time'))
      throw fieldError('class_has_substitute', 'from');
    throw error;
  }
  await notifyOfTransfers(db, actor, [{ userId: teacher.id, from: null, to: classId }]);
  await writeAuditEntries(db, actor, {
    action: 'created',
    subject: 'substitute',
    id: substitutionId,
    name: teacher.full_name,
    schoolId,
    details: { class_id: classId, class_name: name, teacher_id: teacher.id, from, until },
  });
  return readClass(db, actor, classId);
}

function findPeriodError(
  { from, until }: Period,
  today: string,
): { error: SharedErrorName; path: keyof Period } | undefined {
  if (from < today) return { error: 'first_day_past', path: 'from' };
  if (until < from) return { error: 'last_day_before_first', path: 'until' };
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  if (days > limits.maxSubstitutionDays) return { error: 'period_too_long', path: 'until' };
  return undefined;
}

/** Ends a substitution now, or cancels one that has not begun. */
export async function endSubstitute(
  db: Db,
  actor: Actor,
  { id: classId, substitute_id }: { id: number; substitute_id: number },
): Promise<SchoolClass> {
  const { school_id: schoolId, name } = await lockClass(db, actor, classId);
  const substitution = await findSubstitution(db, { id: substitute_id, classId });
  if (!substitution) throw new AppError('not_found');
  const { id, teacher_id, full_name, from, until } = substitution;
  await endSubstitution(db, actor, id);
  await notifyOfTransfers(db, actor, [{ userId: teacher_id, from: classId, to: null }]);
  await writeAuditEntries(db, actor, {
    action: 'deleted',
    subject: 'substitute',
    id,
    name: full_name,
    schoolId,
    details: { class_id: classId, class_name: name, teacher_id, from, until },
  });
  return readClass(db, actor, classId);
}
