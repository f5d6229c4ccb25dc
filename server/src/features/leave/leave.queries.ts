import { id } from '@lop-xanh/contract/fields';
import { type LeaveInput, leaveNote } from '@lop-xanh/contract/leave';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const targetStudent = z.object({
  id,
  full_name: z.string(),
  school_id: id,
  class_id: id.nullable(),
  is_active: z.boolean(),
});
export type StoredStudent = z.infer<typeof targetStudent>;

/** Checks no permissions: that is up to the caller. */
export function findStudent(db: Db, studentId: number): Promise<StoredStudent | undefined> {
  return db.maybeOne(
    targetStudent,
    sql`
      select student.id, student.full_name, student.school_id, member.class_id,
             student.status = 'active' as is_active
      from users student left join current_members member on member.user_id = student.id
      where student.id = ${studentId}::bigint and student.role = 'Student'
        and student.deleted_at is null`,
  );
}

const storedNote = leaveNote
  .omit({ can: true })
  .extend({ sender_id: id, school_id: id, class_id: id.nullable() });
export type StoredNote = z.infer<typeof storedNote>;

const selectNotes = (condition: Sql, order: Sql) => sql`
  select note.id, note.student_id, student.full_name, sender.full_name as sent_by,
         note.sent_by as sender_id, note.first_day, note.last_day, note.reason, note.status,
         decider.full_name as decided_by, note.created_at as "createdAt", student.school_id,
         member.class_id
  from leave_notes note
  join users student on student.id = note.student_id and student.deleted_at is null
  join users sender on sender.id = note.sent_by
  left join users decider on decider.id = note.decided_by
  left join current_members member on member.user_id = student.id
  where ${condition}
  order by ${order}`;

export function findNote(db: Db, noteId: number): Promise<StoredNote | undefined> {
  return db.maybeOne(storedNote, selectNotes(sql`note.id = ${noteId}::bigint`, sql`note.id`));
}

/** The latest first. */
export function listNotesOfStudent(
  db: Db,
  { studentId, since }: { studentId: number; since: string },
): Promise<StoredNote[]> {
  return db.many(
    storedNote,
    selectNotes(
      sql`note.student_id = ${studentId}::bigint and note.last_day >= ${since}::date`,
      sql`note.first_day desc, note.id desc`,
    ),
  );
}

/** What stands for the students who are in the class now, on one day or from today on. */
export function listNotesOfClass(
  db: Db,
  { classId, date, today }: { classId: number; date: string | undefined; today: string },
): Promise<StoredNote[]> {
  const isOfDays = date
    ? sql`${date}::date between note.first_day and note.last_day`
    : sql`note.last_day >= ${today}::date`;
  return db.many(
    storedNote,
    selectNotes(
      sql`member.class_id = ${classId}::bigint and student.status = 'active'
        and note.status in ('sent', 'accepted') and ${isOfDays}`,
      sql`note.first_day, student.given_name, student.full_name, note.id`,
    ),
  );
}

/** The database refuses a second note for the same days. */
export function insertNote(
  db: Db,
  actor: Actor,
  { student, first_day, last_day, reason }: LeaveInput & { student: StoredStudent },
): Promise<number> {
  return db.value(
    id,
    sql`
      insert into leave_notes (school_id, student_id, sent_by, first_day, last_day, reason)
      values (${student.school_id}, ${student.id}, ${actor.id}, ${first_day}, ${last_day}, ${reason})
      returning id`,
  );
}

/** Locks a note, so that it is decided or withdrawn once. */
export async function lockNote(db: Db, noteId: number): Promise<void> {
  await db.run(sql`select from leave_notes where id = ${noteId}::bigint for no key update`);
}

export async function saveDecision(
  db: Db,
  actor: Actor,
  { noteId, status }: { noteId: number; status: 'accepted' | 'refused' },
): Promise<void> {
  await db.run(sql`
    update leave_notes set status = ${status}, decided_by = ${actor.id}, decided_at = now()
    where id = ${noteId}`);
}

export async function saveWithdrawal(db: Db, noteId: number): Promise<void> {
  await db.run(sql`
    update leave_notes set status = 'withdrawn', decided_by = null, decided_at = null
    where id = ${noteId}`);
}
