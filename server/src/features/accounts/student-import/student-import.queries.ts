import { id } from '@lop-xanh/contract/fields';
import {
  type ImportCounts,
  type ImportField,
  importCounts,
  importField,
} from '@lop-xanh/contract/student-import';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../../database/database.ts';
import { isUniqueViolation } from '../../../database/postgres-errors.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Actor } from '../../../http/authentication.ts';
import type { KnownStudent } from './find-doubles.ts';

const knownStudent: z.ZodType<KnownStudent> = z.object({
  username: z.string(),
  full_name: z.string(),
  class_name: z.string().nullable(),
  birth_date: z.string().nullable(),
  identifier_code: z.string().nullable(),
});

/** The students of a school, without those who have left. */
export function listKnownStudents(db: Db, schoolId: number): Promise<KnownStudent[]> {
  return db.many(
    knownStudent,
    sql`
      select student.username, student.full_name, class.name as class_name, student.birth_date,
             student.identifier_code
      from users student
      left join current_members member on member.user_id = student.id
      left join classes class on class.id = member.class_id
      where student.school_id = ${schoolId}::bigint and student.role = 'Student'
        and student.deleted_at is null
        and not exists (
          select from departures where student_id = student.id and returned_at is null)
      order by student.id`,
  );
}

export async function readRememberedColumns(
  db: Db,
  schoolId: number,
): Promise<Map<string, ImportField | null>> {
  const columns = await db.many(
    z.object({ heading: z.string(), field: importField.nullable() }),
    sql`select heading, field from import_columns where school_id = ${schoolId}::bigint`,
  );
  return new Map(columns.map(({ heading, field }) => [heading, field]));
}

export async function rememberColumns(
  db: Db,
  schoolId: number,
  columns: { heading: string; field: ImportField | null }[],
): Promise<void> {
  await db.run(sql`
    insert into import_columns (school_id, heading, field)
    select ${schoolId}, heading, max(field)
    from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as "column" (heading text, field text)
    group by heading
    on conflict (school_id, heading) do update set field = excluded.field`);
}

const storedJob = z.object({
  id,
  school_id: id,
  state: z.enum(['running', 'done', 'failed']),
  done: z.number(),
  total: z.number(),
  result: importCounts.nullable(),
  started_by: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});

/** A server that was killed says nothing more. */
const isSilent = sql`job.beat_at < now() - interval '1 minute'`;

export function insertJob(
  db: Db,
  actor: Actor,
  { schoolId, total }: { schoolId: number; total: number },
): Promise<number> {
  return refuseSecondJob(async () => {
    await db.run(sql`
      update import_jobs job set state = 'failed', finished_at = now()
      where school_id = ${schoolId}::bigint and state = 'running' and ${isSilent}`);
    return db.value(
      id,
      sql`
        insert into import_jobs (school_id, started_by, total)
        values (${schoolId}, ${actor.id}, ${total}) returning id`,
    );
  });
}

async function refuseSecondJob<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    throw isUniqueViolation(error, 'import_jobs_running') ? new AppError('import_running') : error;
  }
}

export async function setProgress(db: Db, jobId: number, done: number): Promise<void> {
  await db.run(sql`
    update import_jobs set done = ${done}, beat_at = now()
    where id = ${jobId}::bigint and state = 'running'`);
}

/** In the transaction of the import; false if the job was given up meanwhile. */
export async function finishJob(db: Db, jobId: number, result: ImportCounts): Promise<boolean> {
  const finished = await db.run(sql`
    update import_jobs
    set state = 'done', done = total, result = ${JSON.stringify(result)}::jsonb,
        finished_at = clock_timestamp()
    where id = ${jobId}::bigint and state = 'running'`);
  return finished === 1;
}

export async function failJob(db: Db, jobId: number): Promise<void> {
  await db.run(sql`
    update import_jobs set state = 'failed', finished_at = now()
    where id = ${jobId}::bigint and state = 'running'`);
}

const jobRows = sql`
  select job.id, job.school_id,
         case when job.state = 'running' and ${isSilent} then 'failed' else job.state end as state,
         job.done, job.total, job.result, starter.full_name as started_by, job.started_at,
         job.finished_at
  from import_jobs job
  left join users starter on starter.id = job.started_by and starter.erased_at is null`;

export function findJob(db: Db, jobId: number) {
  return db.maybeOne(storedJob, sql`${jobRows} where job.id = ${jobId}::bigint`);
}

const listedJobs = 10;

export function listJobs(db: Db, schoolId: number) {
  return db.many(
    storedJob,
    sql`
      ${jobRows} where job.school_id = ${schoolId}::bigint
      order by job.id desc limit ${listedJobs}`,
  );
}

const waitingClass = z.object({ id, name: z.string(), students: z.number() });

/** The classes with students who were imported without a password. */
export function listClassesWithoutPasswords(db: Db, schoolId: number, noPasswordHash: string) {
  return db.many(
    waitingClass,
    sql`
      select class.id, class.name, count(*) as students
      from users student
      join current_members member on member.user_id = student.id
      join classes class on class.id = member.class_id
      where student.school_id = ${schoolId}::bigint and student.role = 'Student'
        and student.status = 'active' and student.deleted_at is null
        and student.password_hash = ${noPasswordHash}
      group by class.id order by class.grade_id, class.name, class.id`,
  );
}

const studentWithoutPassword = z.object({ id, full_name: z.string(), username: z.string() });

export function lockStudentsWithoutPassword(db: Db, classId: number, noPasswordHash: string) {
  return db.many(
    studentWithoutPassword,
    sql`
      select student.id, student.full_name, student.username
      from current_members member join users student on student.id = member.user_id
      where member.class_id = ${classId}::bigint and student.role = 'Student'
        and student.status = 'active' and student.deleted_at is null
        and student.password_hash = ${noPasswordHash}
      order by student.given_name, student.full_name, student.id
      for no key update of student`,
  );
}
