import { id } from '@lop-xanh/contract/fields';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

const dueStudent = z.object({ id, school_name: z.string(), left_on: z.string() });

const selectDue = (days: number, condition: Sql) => sql`
  select student.id, school.school_name, departure.left_on
  from departures departure
  join users student on student.id = departure.student_id and student.erased_at is null
  join schools school on school.id = student.school_id
  where departure.returned_at is null
    and departure.left_on < (now() at time zone 'Asia/Ho_Chi_Minh')::date - ${days}::int
    and ${condition}
  order by departure.left_on, student.id`;

/** Students who left longer ago than their data is kept. */
export function listDueStudents(db: Db, days: number) {
  return db.many(dueStudent, selectDue(days, sql`true`));
}

export async function isDue(db: Db, days: number, studentId: number): Promise<boolean> {
  const due = await db.many(dueStudent, selectDue(days, sql`student.id = ${studentId}`));
  return due.length > 0;
}

/** The parents of these students who have no other child. */
export function listParentsOfOnly(db: Db, studentIds: number[]): Promise<number[]> {
  return db.values(
    id,
    sql`
      select parent_id from parents_children
      where parent_id in (
        select parent_id from parents_children where student_id = any(${studentIds}::bigint[]))
      group by parent_id
      having bool_and(student_id = any(${studentIds}::bigint[]))`,
  );
}

const expired = z.object({ notifications: z.number(), audit: z.number() });

export function countExpired(db: Db, { notifications, audit }: z.infer<typeof expired>) {
  return db.one(
    expired,
    sql`
      select (select count(*) from notifications
              where created_at < now() - make_interval(days => ${notifications})) as notifications,
             (select count(*) from audit_log
              where at < now() - make_interval(days => ${audit})) as audit`,
  );
}
