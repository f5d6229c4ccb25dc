import { type StudentReport, studentReport } from '@lop-xanh/contract/history';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { joinCorrections, listOfCorrections } from '../attendance/corrections.service.ts';
import { classNameAt, joinTeacher } from '../classes/class-conditions.service.ts';
import { findRecordedName } from './history.queries.ts';

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
           ${classNameAt(sql`class`, sql`sheet.taken_at`)} as class_name, coalesce(record.note, '') as note,
           case when record.is_present then 'present' else 'absent' end as status,
           record.is_excused as "isExcused", ${listOfCorrections} as corrections
    from attendance_records record
    join attendance_sheets sheet on sheet.id = record.sheet_id
    join classes class on class.id = sheet.class_id
    ${joinCorrections(sql`correction.student_id = ${studentId}::int`)}
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
           case
             when student.deleted_at is not null then 'deleted'
             when exists (
               select from departures where student_id = student.id and returned_at is null) then 'left'
             else student.status
           end as status
    from users student
    join schools school on school.id = student.school_id
    left join current_members enrollment on enrollment.user_id = student.id
    left join classes class on class.id = enrollment.class_id
    left join grades grade on grade.id = class.grade_id
    ${joinTeacher(sql`class`)}
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
