import type { ClassPeriod, StudentTransfer } from '@lop-xanh/contract/history';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';
import type { UserWithPast } from './history.queries.ts';
import type { StudentAttendanceRecord } from './student-report.queries.ts';

export function canReadHistory(actor: Actor, user: UserWithPast): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return canDiscoverUser(actor, user);
    case 'Teacher':
      return actor.id === user.id;
    case 'Student':
    case 'Parent':
      return false;
  }
}

/** Teachers read the reports of the students in their classes now. */
export function canReadReport(actor: Actor, user: UserWithPast): boolean {
  if (actor.role !== 'Teacher') return canReadHistory(actor, user);
  return user.class_id !== null && actor.class_ids.includes(user.class_id);
}

/** A school keeps the records it made; the school that a student attends now reads all of them. */
export function canReadAllRecords(actor: Actor, user: UserWithPast): boolean {
  return actor.role === 'Admin' || isInOwnSchool(actor, user);
}

/** An actor who may know that the user exists, now or in the past, gets 403 instead of 404. */
export function canDiscoverUser(actor: Actor, user: UserWithPast): boolean {
  const memberships = [user, ...user.past];
  return (
    actor.role === 'Admin' || memberships.some((membership) => isInOwnSchool(actor, membership))
  );
}

/** The user as seen in this role, or undefined if they never had it. */
export function restrictToRole(user: UserWithPast, role: Role): UserWithPast | undefined {
  const past = user.past.filter((membership) => membership.role === role);
  if (user.role === role) return { ...user, past };
  // Their current school and class belong to another role and give no access to this one.
  return past.length > 0 ? { ...user, school_id: null, class_id: null, past } : undefined;
}

/** Whether the Mod knows the user only from the records of the Mod's school. */
export function hasLeftSchoolOf(actor: Actor, user: UserWithPast): boolean {
  return actor.role === 'Mod' && !isInOwnSchool(actor, user);
}

type PeriodBounds = Omit<ClassPeriod, 'attendance_history'>;

/** Oldest first. */
function toPeriods(transfers: StudentTransfer[]): PeriodBounds[] {
  const sorted = transfers.toSorted(
    (a, b) => a.changed_at.localeCompare(b.changed_at) || a.id - b.id,
  );
  return sorted.flatMap(({ to_class_id, to_class_name, changed_at }, index) =>
    to_class_id === null
      ? []
      : {
          class_id: to_class_id,
          to_class_name: to_class_name as string,
          changed_at,
          left_at: sorted[index + 1]?.changed_at ?? null,
        },
  );
}

/** A record outside all periods of its class goes into an extra period of that class without dates. */
export function groupByClassPeriod(
  transfers: StudentTransfer[],
  records: StudentAttendanceRecord[],
): ClassPeriod[] {
  const periods = toPeriods(transfers).map(
    (bounds): ClassPeriod => ({ ...bounds, attendance_history: [] }),
  );
  const undatedPeriods = new Map<number, ClassPeriod>();
  for (const { class_id, class_name, taken_at, ...week } of records) {
    let period = periods.find(
      (candidate) => candidate.class_id === class_id && isWithin(candidate, taken_at),
    );
    if (!period) {
      period = undatedPeriods.get(class_id) ?? {
        class_id,
        to_class_name: class_name,
        changed_at: null,
        left_at: null,
        attendance_history: [],
      };
      undatedPeriods.set(class_id, period);
    }
    period.attendance_history.push(week);
  }
  return [...periods.toReversed(), ...undatedPeriods.values()];
}

function isWithin({ changed_at, left_at }: PeriodBounds, instant: string): boolean {
  return (changed_at ?? '') <= instant && (left_at === null || instant < left_at);
}
