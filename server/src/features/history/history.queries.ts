import { id } from '@lop-xanh/contract/fields';
import {
  type Membership,
  membership,
  type StudentTransfer,
  studentTransfer,
  type TeacherTransfer,
  teacherTransfer,
} from '@lop-xanh/contract/history';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { classNameAt } from '../classes/class-conditions.service.ts';

export interface TransferFilter {
  role: 'Teacher' | 'Student';
  userId?: number | undefined;
  schoolId?: number | undefined;
  gradeId?: number | undefined;
  classId?: number | undefined;
  schoolYear?: number | undefined;
}

/** A transfer belongs to the school in which it happened. Teachers read their own, and their students'. */
function visibleTo(actor: Actor, transfer: Sql): Sql {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`${transfer}.school_id = ${actor.school_id}`;
    case 'Teacher':
      return sql`(${transfer}.user_id = ${actor.id}
        or (${transfer}.school_id = ${actor.school_id} and ${transfer}.user_id in (
          select user_id from current_members where class_id = any(${actor.class_ids}::bigint[]))))`;
    case 'Student':
    case 'Parent':
      return sql`false`;
  }
}

interface PageRange {
  before?: number | undefined;
  limit?: number | undefined;
}

function listTransfers<Row>(
  db: Db,
  actor: Actor,
  { row, columns }: { row: z.ZodType<Row>; columns: Sql },
  {
    role,
    userId,
    schoolId,
    gradeId,
    classId,
    schoolYear,
    before,
    limit,
  }: TransferFilter & PageRange,
): Promise<Row[]> {
  const involves = (classes: Sql) =>
    sql`(transfer.from_class_id in (${classes}) or transfer.to_class_id in (${classes}))`;
  const conditions = [
    sql`transfer.kind = ${kindByRole[role]}`,
    visibleTo(actor, sql`transfer`),
    ...(userId ? [sql`transfer.user_id = ${userId}`] : []),
    ...(schoolId ? [sql`transfer.school_id = ${schoolId}`] : []),
    ...(classId ? [involves(sql`${classId}::bigint`)] : []),
    ...(gradeId ? [involves(sql`select id from classes where grade_id = ${gradeId}::bigint`)] : []),
    ...(schoolYear ? [sql`coalesce(to_class.year, from_class.year) = ${schoolYear}::int`] : []),
    ...(before ? [sql`(transfer.changed_at, transfer.id) < (${selectCursor(before)})`] : []),
  ];
  return db.many(
    row,
    sql`
    select transfer.id, transfer.from_class_id,
           ${classNameAt(sql`from_class`, sql`transfer.changed_at`)} as from_class_name,
           transfer.to_class_id,
           ${classNameAt(sql`to_class`, sql`transfer.changed_at`)} as to_class_name,
           coalesce(to_class.year, from_class.year) as school_year, ${columns}
    from class_transfers transfer
    left join classes from_class on from_class.id = transfer.from_class_id
    left join classes to_class on to_class.id = transfer.to_class_id
    join lateral (${selectNameAt(sql`transfer.user_id`, sql`transfer.changed_at`)}) member on true
    where ${join(conditions, ' and ')}
    order by transfer.changed_at desc, transfer.id desc
    limit ${limit ?? null}`,
  );
}

const kindByRole = { Student: 'student', Teacher: 'homeroom' } as const;

/** The position of a transfer in the list, by its id in `class_transfers`. */
const selectCursor = (transferId: number) => sql`
  select case when ${transferId}::bigint % 2 = 0 then started_at else ended_at end, ${transferId}::bigint
  from memberships where id = ${transferId}::bigint / 2`;

/** The name that a user had at a moment. */
const selectNameAt = (userId: Sql, moment: Sql) => sql`
  select coalesce(former.first_name, current.first_name) as first_name,
         coalesce(former.last_name, current.last_name) as last_name
  from users current
  left join lateral (
    select first_name, last_name from former_user_names
    where user_id = current.id and until > ${moment} order by until limit 1
  ) former on true
  where current.id = ${userId}`;

const toVietnamDay = (instant: Sql) => sql`(${instant} at time zone interval '7 hours')::date`;

/** A departure ends the enrollment on its day, or with it, but at the latest when it is recorded. */
const selectDepartureReason = sql`
  select departure.reason from departures departure
  where transfer.to_class_id is null and departure.student_id = transfer.user_id
    and departure.school_id = transfer.school_id
    and ${toVietnamDay(sql`transfer.changed_at`)}
      between departure.left_on
      and greatest(departure.left_on + 1, ${toVietnamDay(sql`departure.recorded_at`)})
  order by departure.id limit 1`;

const fullName = sql`btrim(member.last_name || ' ' || member.first_name)`;
const changedBy = sql`coalesce(transfer.changed_by_username, '')`;

export function listTeacherTransfers(
  db: Db,
  actor: Actor,
  filter: Omit<TransferFilter, 'role'> & PageRange,
): Promise<TeacherTransfer[]> {
  const columns = sql`transfer.user_id as teacher_id, ${fullName} as teacher_full_name,
    transfer.changed_at as assigned_at, ${changedBy} as changed_by_username`;
  return listTransfers(
    db,
    actor,
    { row: teacherTransfer, columns },
    { ...filter, role: 'Teacher' },
  );
}

export function listStudentTransfers(
  db: Db,
  actor: Actor,
  filter: Omit<TransferFilter, 'role'> & PageRange,
): Promise<StudentTransfer[]> {
  const columns = sql`transfer.user_id as student_id, ${fullName} as full_name, member.first_name,
    member.last_name, transfer.changed_at, ${changedBy} as changed_by,
    (${selectDepartureReason}) as departure_reason`;
  return listTransfers(
    db,
    actor,
    { row: studentTransfer, columns },
    { ...filter, role: 'Student' },
  );
}

/** The user's time in each class, newest first. */
export function listMemberships(db: Db, actor: Actor, userId: number): Promise<Membership[]> {
  const end = sql`coalesce(membership.ended_at, 'infinity')`;
  return db.many(
    membership,
    sql`
    select membership.id, membership.kind, membership.class_id,
           ${classNameAt(sql`class`, sql`least(${end}, now())`)} as class_name,
           school.school_name, class.year as school_year, membership.started_at as from,
           membership.ended_at as until,
           case when membership.kind = 'student' then (
             select json_build_object('id', teacher.id, 'full_name', teacher.full_name)
             from memberships homeroom join users teacher on teacher.id = homeroom.user_id
             where homeroom.class_id = membership.class_id and homeroom.kind = 'homeroom'
               and homeroom.started_at < ${end}
               and coalesce(homeroom.ended_at, 'infinity') > membership.started_at
             order by homeroom.started_at desc limit 1
           ) end as teacher
    from memberships membership
    join classes class on class.id = membership.class_id
    join schools school on school.id = membership.school_id
    where membership.user_id = ${userId} and ${visibleTo(actor, sql`membership`)}
    order by membership.started_at desc, membership.id desc`,
  );
}

/** A user whose account may be deleted. */
const userWithPast = z.object({
  id,
  full_name: z.string(),
  role: z.enum(roles),
  school_id: id.nullable(),
  class_id: id.nullable(),
  /** The roles and schools in their transfers and attendance records. */
  past: z.array(z.object({ role: z.enum(roles), school_id: id })),
});
export type UserWithPast = z.infer<typeof userWithPast>;

export function findUserWithPast(db: Db, id: number): Promise<UserWithPast | undefined> {
  return db.maybeOne(
    userWithPast,
    sql`
    select id, full_name, role, school_id,
      (select class_id from current_members where user_id = owner.id) as class_id, array(
      select json_build_object('role', role, 'school_id', school_id) from (
        select case kind when 'student' then 'Student' else 'Teacher' end as role, school_id
        from memberships where user_id = owner.id
        union
        select 'Student', school_id from attendance_records where student_id = owner.id
      ) membership
    ) as past
    from users owner where id = ${id}`,
  );
}

/** The user's name in the school's latest transfer, else in its latest attendance record. */
export async function findRecordedName(
  db: Db,
  { id, schoolId }: { id: number; schoolId: number },
): Promise<string> {
  const [name = ''] = await db.values(
    z.string(),
    sql`
      select full_name from (
        select ${fullName} as full_name, 1 as priority, transfer.id
        from class_transfers transfer
        join lateral (${selectNameAt(sql`transfer.user_id`, sql`transfer.changed_at`)}) member on true
        where transfer.user_id = ${id} and transfer.school_id = ${schoolId}
        union all
        select name.full_name, 2, record.sheet_id from attendance_records record
        join student_names name
          on name.student_id = record.student_id and name.number = record.name_number
        where record.student_id = ${id} and record.school_id = ${schoolId}
      ) recorded_name
      order by priority, id desc limit 1`,
  );
  return name;
}
