import {
  type Destination,
  findPlanProblems,
  graduates,
  hasPlanProblems,
  leaves,
  type PlanSummary,
  placeStudents,
  summarizePlan,
} from '@lop-xanh/contract/rules/rollover';
import type { SchoolYear } from '@lop-xanh/contract/years';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { endAllSessions } from '../auth/sessions.service.ts';
import { findNextMoment } from '../classes/memberships.service.ts';
import { notifyOfTransfers } from '../notifications/notify.service.ts';
import { lockDraft, type StoredDraft } from './drafts.service.ts';
import {
  bumpUserVersions,
  endMemberships,
  insertClasses,
  insertMemberships,
  insertYear,
  type Leaver,
  type NewMember,
  recordDepartures,
} from './start-year.queries.ts';
import { describePlanProblems } from './years.rules.ts';
import { formatYear, readCurrentYear } from './years.service.ts';

/** Moves everybody of the school to their new class at one moment, in statements about all of them. */
export async function startYear(
  db: Db,
  actor: Actor,
  request: { school_id?: number | undefined; version: number },
): Promise<SchoolYear> {
  const draft = await lockDraft(db, actor, request);
  const { school, plan } = draft;
  // A proposal is different after the start, so a repeated request would start another year.
  if (draft.version === 0) throw new AppError('draft_not_saved');
  const problems = findPlanProblems(school, plan);
  if (hasPlanProblems(problems)) {
    throw new AppError('draft_has_problems', { issues: describePlanProblems(problems) });
  }

  const userIds = [...school.students, ...school.teachers].map(({ id }) => id);
  const moment = await findNextMoment(db, { userIds, classIds: [] });
  const start = { schoolId: school.school_id, year: school.year, moment };
  await insertYear(db, actor, { ...start, firstMonday: plan.first_monday });
  const classIds = await insertClasses(db, { ...start, classes: plan.classes });
  const { members, leavers } = resolveMoves(draft, classIds);
  const former = await endMemberships(db, actor, start);
  await insertMemberships(db, actor, { ...start, members });
  await recordDepartures(db, actor, { ...start, leavers });
  const leaverIds = leavers.map(({ studentId }) => studentId);
  await endAllSessions(db, leaverIds);

  const from = new Map(former.map(({ user_id, class_id }) => [user_id, class_id]));
  const to = new Map(members.map(({ userId, classId }) => [userId, classId]));
  const movedIds = new Set([...from.keys(), ...to.keys()]);
  // They can no longer read a notification, and their accounts have a new version already.
  for (const id of leaverIds) movedIds.delete(id);
  await bumpUserVersions(db, [...movedIds]);
  await notifyOfTransfers(
    db,
    actor,
    [...movedIds].map((userId) => ({
      userId,
      from: from.get(userId) ?? null,
      to: to.get(userId) ?? null,
    })),
    moment,
  );
  await writeAuditEntries(db, actor, {
    action: 'started',
    subject: 'school_year',
    name: formatYear(school.year),
    schoolId: school.school_id,
    details: { version: draft.version, ...pickCounts(summarizePlan(school, plan)) },
  });
  return readCurrentYear(db, actor, school.school_id);
}

/** Who comes to which new class, and who leaves. `classIds` are in the order of the plan. */
function resolveMoves(
  { school, plan }: StoredDraft,
  classIds: number[],
): { members: NewMember[]; leavers: Leaver[] } {
  const idByKey = new Map<Destination, number>(
    plan.classes.map(({ key }, index) => [key, classIds[index] as number]),
  );
  const members: NewMember[] = plan.classes.flatMap(({ key, teacher_id }) => {
    const classId = idByKey.get(key);
    return classId && teacher_id ? { userId: teacher_id, classId, kind: 'homeroom' } : [];
  });
  const leavers: Leaver[] = [];
  for (const [studentId, to] of placeStudents(school, plan)) {
    const classId = idByKey.get(to);
    if (classId) members.push({ userId: studentId, classId, kind: 'student' });
    if (to === graduates) leavers.push({ studentId, reason: 'graduated' });
    if (to === leaves) leavers.push({ studentId, reason: 'other' });
  }
  return { members, leavers };
}

function pickCounts({ totals }: PlanSummary) {
  const { promoted, retained, admitted, graduating, leaving, size, classes } = totals;
  return { promoted, retained, admitted, graduating, leaving, size, classes };
}
