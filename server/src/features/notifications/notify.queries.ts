import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import { formatEndedByAge } from '@lop-xanh/contract/rules/ended-consent';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { PostGroupKind } from '@lop-xanh/contract/rules/notification-groups';
import { formatNotifiedRecord } from '@lop-xanh/contract/rules/notified-record';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isSubstituting } from '../classes/class-conditions.service.ts';

export const insertNotifications = sql`insert into notifications (user_id, type, ref_id, sender_id, class_id, about)`;

export const insertGroupedNotifications = sql`insert into notifications (user_id, type, ref_id, sender_id, class_id, about, group_key)`;

/** `buildPostGroupKey` in SQL. */
export const postGroupKey = (kind: PostGroupKind, postId: Sql, at: Sql = sql`now()`) => sql`
  ${kind}::text || ':' || ${postId} || ':'
    || extract(epoch from date_bin(${`${limits.groupWindowMs} ms`}::interval, ${at}, timestamptz 'epoch'))::bigint`;

/** `buildAttendanceGroupKey` in SQL. */
export const attendanceGroupKey = (schoolYear: Sql, week: Sql) =>
  sql`'attendance:' || ${schoolYear} || ':' || ${week}`;

/** Nobody is notified of their own actions; users who cannot log in are not notified at all. */
export const isNotifiable = (user: Sql, sender: Sql) =>
  sql`${user}.id <> ${sender} and ${user}.status = 'active' and ${user}.deleted_at is null`;

/** Whoever teaches the class today: its homeroom teacher and a substitute. */
export const fromTeachersToday = (actor: Actor, classId: number) => sql`
  from memberships membership
  join users teacher on teacher.id = membership.user_id
    and ${isNotifiable(sql`teacher`, sql`${actor.id}::bigint`)}
  where membership.class_id = ${classId}::bigint
    and (membership.kind = 'homeroom' and membership.ended_at is null
      or ${isSubstituting(sql`membership`)})`;

/** Reminds the teachers of a class of a week without a sheet. Returns how many there are. */
export function notifyOfMissingSheet(
  db: Db,
  actor: Actor,
  { classId, week }: { classId: number; week: number },
): Promise<number> {
  return db.run(sql`
    ${insertNotifications}
    select teacher.id, 'attendance_reminder', ${classId}::bigint, ${actor.id}::bigint,
           ${classId}::bigint, ${week}::text
    ${fromTeachersToday(actor, classId)}`);
}

/** Notifies the Mods of the school that a class has saved its attendance sheet for a week. */
export async function notifyOfAttendance(
  db: Db,
  actor: Actor,
  {
    schoolId,
    classId,
    schoolYear,
    week,
  }: { schoolId: number; classId: number; schoolYear: number; week: number },
): Promise<void> {
  await db.run(sql`
    ${insertGroupedNotifications}
    select mod.id, 'attendance_saved', ${classId}::bigint, ${actor.id}::bigint, ${classId}::bigint,
           ${week}::text, ${attendanceGroupKey(sql`${schoolYear}::text`, sql`${week}::text`)}
    from users mod
    where mod.school_id = ${schoolId} and mod.role = 'Mod'
      and ${isNotifiable(sql`mod`, sql`${actor.id}::bigint`)}`);
}

interface MarkedStudent {
  id: number;
  full_name: string;
  status: AttendanceStatus;
}

interface MarkedWeek {
  classId: number;
  week: number;
  students: MarkedStudent[];
}

const describeRecords = ({ week, students }: MarkedWeek) =>
  students.map((student) => formatNotifiedRecord(week, student));

/** Notifies the parents of students who were marked absent. */
export async function notifyOfAbsences(db: Db, actor: Actor, absences: MarkedWeek): Promise<void> {
  await db.run(sql`
    insert into notifications (user_id, type, ref_id, sender_id, class_id, about)
    select parent.id, 'child_absent', student.id, ${actor.id}::bigint, ${absences.classId}::bigint,
           student.about
    from unnest(${absences.students.map(({ id }) => id)}::bigint[],
      ${describeRecords(absences)}::text[]) as student (id, about)
    join parents_children family on family.student_id = student.id
    join users parent on parent.id = family.parent_id
      and ${isNotifiable(sql`parent`, sql`${actor.id}::bigint`)}`);
}

/** Notifies the corrected students and their parents, and the class's teacher of a Mod's correction. */
export async function notifyOfCorrection(
  db: Db,
  actor: Actor,
  correction: MarkedWeek,
): Promise<void> {
  const { classId, week, students } = correction;
  const records = describeRecords(correction);
  const aboutAll = records.length === 1 ? records[0] : formatNotifiedRecord(week);
  await db.run(sql`
    insert into notifications (user_id, type, ref_id, sender_id, class_id, about)
    select recipient.id, 'attendance_corrected', notified.student_id, ${actor.id}::bigint,
           ${classId}::bigint, notified.about
    from (
      select family.user_id, student.id as student_id, student.about
      from unnest(${students.map(({ id }) => id)}::bigint[], ${records}::text[])
        as student (id, about)
      join lateral (
        select student.id as user_id
        union all
        select parent_id from parents_children where student_id = student.id
      ) family on true
      union all
      select teacher.user_id, ${students[0]?.id}::bigint, ${aboutAll}::text
      from current_members teacher
      where ${actor.role === 'Mod'} and teacher.class_id = ${classId}::bigint
        and teacher.kind = 'homeroom'
    ) notified
    join users recipient on recipient.id = notified.user_id
      and ${isNotifiable(sql`recipient`, sql`${actor.id}::bigint`)}`);
}

/** Notifies users who moved to another class, or left theirs, now or at the moment of a rollover. */
export async function notifyOfTransfers(
  db: Db,
  actor: Actor,
  transfers: { userId: number; from: number | null; to: number | null }[],
  moment: string | null = null,
): Promise<void> {
  await db.run(sql`
    insert into notifications (user_id, type, ref_id, sender_id, class_id, about, created_at)
    select recipient.id, 'class_changed', class.id, ${actor.id}::bigint, transfer.to_id, class.name,
           coalesce(${moment}::timestamptz, now())
    from unnest(${transfers.map(({ userId }) => userId)}::bigint[],
      ${transfers.map(({ from }) => from)}::bigint[], ${transfers.map(({ to }) => to)}::bigint[])
      as transfer (user_id, from_id, to_id)
    join users recipient on recipient.id = transfer.user_id
      and ${isNotifiable(sql`recipient`, sql`${actor.id}::bigint`)}
    join classes class on class.id = coalesce(transfer.to_id, transfer.from_id)`);
}

/** Notifies users whose password somebody else has reset. */
export async function notifyOfPasswordResets(
  db: Db,
  actor: Actor,
  userIds: number[],
): Promise<void> {
  await db.run(sql`
    ${insertNotifications}
    select recipient.id, 'password_reset', recipient.id, ${actor.id}::bigint, null, null
    from users recipient
    where recipient.id = any(${userIds}::bigint[])
      and ${isNotifiable(sql`recipient`, sql`${actor.id}::bigint`)}`);
}

/** Notifies the Mods of each student's school that photos of the student may no longer be shown. */
export async function notifyOfConsentWithdrawals(
  db: Db,
  actor: Actor,
  students: { id: number; full_name: string; school_id: number }[],
): Promise<void> {
  await db.run(sql`
    ${insertNotifications}
    select mod.id, 'consent_withdrawn', student.id, ${actor.id}::bigint, null, student.full_name
    from jsonb_to_recordset(${JSON.stringify(students)}::jsonb)
      as student (id bigint, full_name text, school_id bigint)
    join users mod on mod.school_id = student.school_id and mod.role = 'Mod'
      and ${isNotifiable(sql`mod`, sql`${actor.id}::bigint`)}`);
}

/**
 * Notifies the parents and teachers of students, once each, that photos may only be shown if the child agrees,
 * too.
 */
export async function notifyOfConsentAge(
  db: Db,
  students: { id: number; full_name: string; class_id: number | null }[],
): Promise<void> {
  const notices = students.map(({ id, full_name, class_id }) => ({
    id,
    class_id,
    about: formatEndedByAge(full_name),
  }));
  await db.run(sql`
    ${insertNotifications}
    select recipient.id, 'consent_withdrawn', student.id, student.id, null, student.about
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as student (id bigint, class_id bigint, about text)
    join lateral (
      select parent_id as user_id from parents_children where student_id = student.id
      union
      select user_id from current_members where class_id = student.class_id and kind <> 'student'
    ) notified on true
    join users recipient on recipient.id = notified.user_id
      and ${isNotifiable(sql`recipient`, sql`student.id`)}
    where not exists (
      select from notifications earlier
      where earlier.user_id = recipient.id and earlier.type = 'consent_withdrawn'
        and earlier.ref_id = student.id and earlier.about = student.about)`);
}
