import {
  type ConsentDecision,
  type ConsentEvidence,
  type ConsentRecord,
  type ConsentSide,
  consentDecisions,
  consentEvidences,
  consentRecord,
  consentState,
  type PostToReview,
  postToReview,
} from '@lop-xanh/contract/consent';
import { id } from '@lop-xanh/contract/fields';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { classNameAt } from '../classes/class-conditions.service.ts';

/** The answer of the latest day comes first, and of that day the one recorded last. */
const latestFirst = sql`decided_on desc, id desc`;

const latestAnswer = (student: Sql, side: ConsentSide) => sql`(
  select decision from photo_consents
  where student_id = ${student}.id and side = ${side}
  order by ${latestFirst} limit 1)`;

/** Joins whether photos of a student may be shown as `consent`. */
export const joinConsent = (student: Sql) => sql`
  cross join lateral (
    select guardian, child, needs_child,
           coalesce(guardian = 'given' and (not needs_child or child = 'given'), false) as is_given
    from (
      select ${latestAnswer(student, 'guardian')} as guardian, ${latestAnswer(student, 'child')} as child,
             coalesce(${student}.birth_date + make_interval(years => ${limits.consentAge})
               <= (now() at time zone 'Asia/Ho_Chi_Minh')::date, true) as needs_child
    ) answers
  ) consent`;

const studentState = consentState.extend({
  id,
  full_name: z.string(),
  code: z.string().nullable(),
  school_id: id,
  class_id: id.nullable(),
});
export type StudentState = z.infer<typeof studentState>;

/** By given name. Does not check access: callers apply the rules. */
export function findStates(db: Db, studentIds: number[]): Promise<StudentState[]> {
  return db.many(
    studentState,
    sql`
      select student.id, student.full_name, student.identifier_code as code, student.school_id,
             member.class_id, consent.guardian, consent.child, consent.needs_child as "needsChild",
             consent.is_given as "isGiven"
      from users student
      left join current_members member on member.user_id = student.id
      ${joinConsent(sql`student`)}
      where student.id = any(${studentIds}::bigint[]) and student.role = 'Student'
        and student.deleted_at is null
      order by student.given_name, student.full_name, student.id`,
  );
}

/** A server that was stopped makes up for this many days. */
const birthdayDays = 7;

const birthdayStudent = studentState.pick({ id: true, full_name: true, class_id: true });

/** Students whose photos could be shown until a birthday of the last days, from which they are asked, too. */
export function listEndedByAge(db: Db) {
  return db.many(
    birthdayStudent,
    sql`
      select student.id, student.full_name, member.class_id
      from users student
      join current_members member on member.user_id = student.id
      ${joinConsent(sql`student`)}
      where student.role = 'Student' and student.status = 'active' and student.deleted_at is null
        and (student.birth_date + make_interval(years => ${limits.consentAge}))::date
          > (now() at time zone 'Asia/Ho_Chi_Minh')::date - ${birthdayDays}::int
        and consent.needs_child and consent.guardian = 'given' and not consent.is_given`,
  );
}

const guardianAnswer = z.object({
  student_id: id,
  decision: z.enum(consentDecisions),
  evidence: z.enum(consentEvidences),
  decided_on: z.string(),
});
export type GuardianAnswer = z.infer<typeof guardianAnswer>;

/** The latest answer of a guardian, of each student who has one. */
export async function findGuardianAnswers(
  db: Db,
  studentIds: number[],
): Promise<Map<number, GuardianAnswer>> {
  const answers = await db.many(
    guardianAnswer,
    sql`
      select distinct on (student_id) student_id, decision, evidence, decided_on from photo_consents
      where student_id = any(${studentIds}::bigint[]) and side = 'guardian'
      order by student_id, ${latestFirst}`,
  );
  return new Map(answers.map((answer) => [answer.student_id, answer]));
}

/** Newest first. */
export function listRecords(db: Db, studentId: number): Promise<ConsentRecord[]> {
  return db.many(
    consentRecord,
    sql`
      select record.id, record.side, record.decision, record.evidence, record.guardian_name,
             record.decided_on, recorder.full_name as recorded_by, record.recorded_at
      from photo_consents record join users recorder on recorder.id = record.recorded_by
      where record.student_id = ${studentId}
      order by record.decided_on desc, record.id desc`,
  );
}

export interface NewConsent {
  student_id: number;
  side: ConsentSide;
  decision: ConsentDecision;
  evidence: ConsentEvidence;
  guardian_name: string | null;
  decided_on: string;
}

export async function insertConsents(db: Db, actor: Actor, records: NewConsent[]): Promise<void> {
  const rows = records.map((record, position) => ({ ...record, position }));
  await db.run(sql`
    insert into photo_consents
      (school_id, student_id, side, decision, evidence, guardian_name, decided_on, recorded_by)
    select student.school_id, student.id, side, decision, evidence, guardian_name, decided_on, ${actor.id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as record (student_id bigint, side text,
      decision text, evidence text, guardian_name text, decided_on date, position int)
    join users student on student.id = record.student_id
    order by position`);
}

export function findFullName(db: Db, userId: number): Promise<string> {
  return db.value(z.string(), sql`select full_name from users where id = ${userId}`);
}

/** A Mod sees the posts of their own school only, an Admin all. */
export function listPostsToReview(
  db: Db,
  { school_id: schoolId }: Actor,
  { studentId, before, limit }: { studentId: number; before: number; limit: number },
): Promise<PostToReview[]> {
  return db.many(
    postToReview,
    sql`
      select post.id, post.title, author.full_name as author,
             ${classNameAt(sql`class`, sql`post.created_at`)} as class_name,
             post.created_at as "createdAt", file.photos, file.blurred_faces as "blurredFaces",
             post.photos_confirmed_at is not null as confirmed
      from memberships enrollment
      join posts post on post.class_id = enrollment.class_id
        and ${isEnrolledAt(sql`enrollment`, sql`post.created_at`)}
      join classes class on class.id = post.class_id
      join users author on author.id = post.author_id
      join lateral (
        select count(*) as photos, sum(blurred_faces) as blurred_faces
        from attachments where post_id = post.id
      ) file on file.photos > 0
      where enrollment.user_id = ${studentId} and post.status = 'approved'
        and post.id < ${before}::bigint
        and (${schoolId}::bigint is null or post.school_id = ${schoolId})
      order by post.id desc
      limit ${limit}`,
  );
}

/** Whether a student belonged to the class at a moment. */
export const isEnrolledAt = (enrollment: Sql, moment: Sql) => sql`
  ${enrollment}.kind = 'student' and ${enrollment}.started_at <= ${moment}
  and (${enrollment}.ended_at is null or ${moment} < ${enrollment}.ended_at)`;
