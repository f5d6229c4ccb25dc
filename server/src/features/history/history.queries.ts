import { id } from '@lop-xanh/contract/fields';
import {
  type StudentReport,
  type StudentTransfer,
  studentReport,
  studentTransfer,
  type TeacherTransfer,
  teacherTransfer,
} from '@lop-xanh/contract/history';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export interface TransferFilter {
  role: 'Teacher' | 'Student';
  userId?: number | undefined;
  schoolId?: number | undefined;
  gradeId?: number | undefined;
  classId?: number | undefined;
}

/** A transfer belongs to the school in which it happened. */
function visibleTo(actor: Actor): Sql {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`transfer.school_id = ${actor.school_id}`;
    case 'Teacher':
      return sql`transfer.user_id = ${actor.id}`;
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
  { role, userId, schoolId, gradeId, classId, before, limit }: TransferFilter & PageRange,
): Promise<Row[]> {
  const involves = (classes: Sql) =>
    sql`(transfer.from_class_id in (${classes}) or transfer.to_class_id in (${classes}))`;
  const conditions = [
    sql`transfer.role = ${role}`,
    visibleTo(actor),
    ...(userId ? [sql`transfer.user_id = ${userId}`] : []),
    ...(schoolId ? [sql`transfer.school_id = ${schoolId}`] : []),
    ...(classId ? [involves(sql`${classId}::bigint`)] : []),
    ...(gradeId ? [involves(sql`select id from classes where grade_id = ${gradeId}::bigint`)] : []),
    ...(before ? [sql`transfer.id < ${before}`] : []),
  ];
  return db.many(
    row,
    sql`
    select transfer.id, transfer.from_class_id, transfer.from_class_name, transfer.to_class_id,
           transfer.to_class_name, ${columns}
    from class_history transfer
    where ${join(conditions, ' and ')}
    order by transfer.id desc
    limit ${limit ?? null}`,
  );
}

const fullName = sql`btrim(transfer.last_name || ' ' || transfer.first_name)`;

export function listTeacherTransfers(
  db: Db,
  actor: Actor,
  filter: Omit<TransferFilter, 'role'> & PageRange,
): Promise<TeacherTransfer[]> {
  const columns = sql`transfer.user_id as teacher_id, ${fullName} as teacher_full_name,
    transfer.changed_at as assigned_at, transfer.changed_by_username`;
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
  const columns = sql`transfer.user_id as student_id, ${fullName} as full_name, transfer.first_name,
    transfer.last_name, transfer.changed_at, transfer.changed_by_username as changed_by`;
  return listTransfers(
    db,
    actor,
    { row: studentTransfer, columns },
    { ...filter, role: 'Student' },
  );
}

/** A user whose account may be deleted. */
const userWithPast = z.object({
  id,
  full_name: z.string(),
  role: z.enum(roles),
  school_id: id.nullable(),
  /** The roles and schools in their transfers and attendance records. */
  past: z.array(z.object({ role: z.enum(roles), school_id: id })),
});
export type UserWithPast = z.infer<typeof userWithPast>;

export function findUserWithPast(db: Db, id: number): Promise<UserWithPast | undefined> {
  return db.maybeOne(
    userWithPast,
    sql`
    select id, full_name, role, school_id, array(
      select json_build_object('role', role, 'school_id', school_id) from (
        select role, school_id from class_history where user_id = owner.id
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
        select ${fullName} as full_name, 1 as priority, transfer.id from class_history transfer
        where user_id = ${id} and school_id = ${schoolId}
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

const studentAttendanceRecord = studentReport.shape.weeks.element.extend({
  school_year: z.number(),
  taken_at: z.string(),
});
export type StudentAttendanceRecord = z.infer<typeof studentAttendanceRecord>;

/** The student's records of all school years, oldest first; in one school if `schoolId` is set. */
export function listAttendanceRecords(
  db: Db,
  { studentId, schoolId }: { studentId: number; schoolId: number | undefined },
): Promise<StudentAttendanceRecord[]> {
  return db.many(
    studentAttendanceRecord,
    sql`
    select sheet.school_year, sheet.week, sheet.date, sheet.taken_at, sheet.class_id,
           class.name as class_name, coalesce(record.note, '') as note,
           case when record.is_present then 'present' else 'absent' end as status
    from attendance_records record
    join attendance_sheets sheet on sheet.id = record.sheet_id
    join classes class on class.id = sheet.class_id
    where record.student_id = ${studentId}
      and ${schoolId ? sql`sheet.school_id = ${schoolId}` : sql`true`}
    order by sheet.school_year, sheet.week, sheet.id`,
  );
}

const reportedStudent = studentReport.shape.student;
type ReportedStudent = StudentReport['student'];

export function findReportedStudent(db: Db, id: number): Promise<ReportedStudent> {
  return db.one(
    reportedStudent,
    sql`
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
    where student.id = ${id}`,
  );
}

/** What a school may see of a student who left it: its own records, but not the account. */
export async function findFormerStudent(
  db: Db,
  { id, schoolId }: { id: number; schoolId: number },
): Promise<ReportedStudent> {
  const school_name = await db.value(
    z.string(),
    sql`select school_name from schools where id = ${schoolId}`,
  );
  return {
    id,
    full_name: await findRecordedName(db, { id, schoolId }),
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
