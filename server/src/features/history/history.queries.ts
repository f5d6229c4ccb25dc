import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { StudentReport, StudentTransfer, TeacherTransfer } from '@lop-xanh/contract/history';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export interface WantedMoves {
  role: 'Teacher' | 'Student';
  userId?: number | undefined;
  schoolId?: number | undefined;
  gradeId?: number | undefined;
  classId?: number | undefined;
}

/** A record belongs to the school in which it was made. */
function visibleTo(actor: Actor): RawBuilder<boolean> {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`move.school_id = ${actor.school_id}`;
    case 'Teacher':
      return sql`move.user_id = ${actor.id}`;
    case 'Student':
    case 'Parent':
      return sql`false`;
  }
}

interface Page {
  before?: number | undefined;
  limit?: number | undefined;
}

async function listMoves<Row>(
  db: Db,
  actor: Actor,
  columns: RawBuilder<unknown>,
  { role, userId, schoolId, gradeId, classId, before, limit }: WantedMoves & Page,
): Promise<Row[]> {
  const ofClasses = (classes: RawBuilder<unknown>) =>
    sql`(move.from_class_id in (${classes}) or move.to_class_id in (${classes}))`;
  const conditions = [
    sql`move.role = ${role}`,
    visibleTo(actor),
    ...(userId ? [sql`move.user_id = ${userId}`] : []),
    ...(schoolId ? [sql`move.school_id = ${schoolId}`] : []),
    ...(classId ? [ofClasses(sql`${classId}::bigint`)] : []),
    ...(gradeId
      ? [ofClasses(sql`select id from classes where grade_id = ${gradeId}::bigint`)]
      : []),
    ...(before ? [sql`move.id < ${before}`] : []),
  ];
  const { rows } = await sql<Row>`
    select move.id, move.from_class_id, move.from_class_name, move.to_class_id,
           move.to_class_name, ${columns}
    from class_history move
    where ${sql.join(conditions, sql` and `)}
    order by move.id desc
    limit ${limit ?? null}`.execute(db);
  return rows;
}

const fullName = sql`btrim(move.last_name || ' ' || move.first_name)`;

export function listTeacherMoves(
  db: Db,
  actor: Actor,
  wanted: Omit<WantedMoves, 'role'> & Page,
): Promise<TeacherTransfer[]> {
  const columns = sql`move.user_id as teacher_id, ${fullName} as teacher_full_name,
    move.changed_at as assigned_at, move.changed_by_username`;
  return listMoves(db, actor, columns, { ...wanted, role: 'Teacher' });
}

export function listStudentMoves(
  db: Db,
  actor: Actor,
  wanted: Omit<WantedMoves, 'role'> & Page,
): Promise<StudentTransfer[]> {
  const columns = sql`move.user_id as student_id, ${fullName} as full_name, move.first_name,
    move.last_name, move.changed_at, move.changed_by_username as changed_by`;
  return listMoves(db, actor, columns, { ...wanted, role: 'Student' });
}

/** Anybody who has or had an account. */
export interface FormerPerson {
  id: number;
  full_name: string;
  role: Role;
  school_id: number | null;
  /** What they were before, and in which school, by its records of classes and attendance. */
  past: { role: Role; school_id: number }[];
}

/** Anybody, also after the account was deleted. */
export async function findPerson(db: Db, id: number): Promise<FormerPerson | undefined> {
  const { rows } = await sql<FormerPerson>`
    select id, full_name, role, school_id, array(
      select json_build_object('role', role, 'school_id', school_id) from (
        select role, school_id from class_history where user_id = person.id
        union
        select 'Student', school_id from attendance_records where student_id = person.id
      ) recorded
    ) as past
    from users person where id = ${id}`.execute(db);
  return rows[0];
}

/** The name under which a school last wrote somebody down. */
export async function recordedName(
  db: Db,
  { id, schoolId }: { id: number; schoolId: number },
): Promise<string> {
  const { rows } = await sql<{ full_name: string }>`
    select ${fullName} as full_name, 1 as place, move.id from class_history move
    where user_id = ${id} and school_id = ${schoolId}
    union all
    select name.full_name, 2, record.sheet_id from attendance_records record
    join student_names name on name.student_id = record.student_id and name.number = record.name_number
    where record.student_id = ${id} and record.school_id = ${schoolId}
    order by place, id desc limit 1`.execute(db);
  return rows[0]?.full_name ?? '';
}

export interface RollCallOfStudent {
  school_year: number;
  week: number;
  date: string;
  taken_at: string;
  class_id: number;
  class_name: string;
  status: AttendanceStatus;
  note: string;
}

/** Every roll call that a student stands on in a school, of all years, oldest first. */
export async function listRollCallsOf(
  db: Db,
  { studentId, schoolId }: { studentId: number; schoolId: number | undefined },
): Promise<RollCallOfStudent[]> {
  const { rows } = await sql<RollCallOfStudent>`
    select sheet.school_year, sheet.week, sheet.date, sheet.taken_at, sheet.class_id,
           class.name as class_name, coalesce(record.note, '') as note,
           case when record.is_present then 'present' else 'absent' end as status
    from attendance_records record
    join attendance_sheets sheet on sheet.id = record.sheet_id
    join classes class on class.id = sheet.class_id
    where record.student_id = ${studentId}
      and ${schoolId ? sql`sheet.school_id = ${schoolId}` : sql`true`}
    order by sheet.school_year, sheet.week, sheet.id`.execute(db);
  return rows;
}

type ReportedStudent = StudentReport['student'];

export async function findReportedStudent(db: Db, id: number): Promise<ReportedStudent> {
  const { rows } = await sql<ReportedStudent>`
    select student.id, student.full_name, student.identifier_code, student.username,
           coalesce(student.avatar, ${defaultAvatar}) as avt, student.parent_name,
           school.school_name, class.name as class_name, grade.name as grade_name,
           teacher.full_name as teacher_full_name,
           case when student.deleted_at is null then student.status else 'deleted' end as status
    from users student
    join schools school on school.id = student.school_id
    left join classes class on class.id = student.class_id and class.deleted_at is null
    left join grades grade on grade.id = class.grade_id
    left join users teacher
      on teacher.class_id = class.id and teacher.role = 'Teacher' and teacher.deleted_at is null
    where student.id = ${id}`.execute(db);
  return rows[0] as ReportedStudent;
}

/** What a school still knows of a student who left it: what it wrote down, and nothing of the account. */
export async function findFormerStudent(
  db: Db,
  { id, schoolId }: { id: number; schoolId: number },
): Promise<ReportedStudent> {
  const { school_name } = await db
    .selectFrom('schools')
    .select('school_name')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow();
  return {
    id,
    full_name: await recordedName(db, { id, schoolId }),
    identifier_code: null,
    username: null,
    avt: defaultAvatar,
    parent_name: null,
    school_name,
    class_name: null,
    grade_name: null,
    teacher_full_name: null,
    status: 'left',
  };
}
