import { z } from 'zod';
import { attendanceStatus } from './attendance.ts';
import { endpoint, managers } from './endpoint.ts';
import { byId, id, idInAddress, ofYear } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { spreadsheetType } from './rules/file-types.ts';

/** From one class to another, with the names as they were; null is pending assignment. */
const move = {
  id,
  from_class_id: id.nullable(),
  from_class_name: z.string().nullable(),
  to_class_id: id.nullable(),
  to_class_name: z.string().nullable(),
};

export const teacherTransfer = z.object({
  ...move,
  teacher_id: id,
  teacher_full_name: z.string(),
  assigned_at: z.string(),
  changed_by_username: z.string(),
});
export type TeacherTransfer = z.infer<typeof teacherTransfer>;

export const studentTransfer = z.object({
  ...move,
  student_id: id,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  changed_at: z.string(),
  changed_by: z.string(),
});
export type StudentTransfer = z.infer<typeof studentTransfer>;

const markedWeek = z.object({
  school_year: z.number().int(),
  week: z.number().int(),
  date: z.string(),
  status: attendanceStatus,
  note: z.string(),
});

/** A student's time in a class, with the roll calls of that time. */
export const classPeriod = z.object({
  class_id: id,
  to_class_name: z.string(),
  /** When they came; null where nothing was written down. */
  changed_at: z.string().nullable(),
  /** When they left; null where they are still there or nothing was written down. */
  left_at: z.string().nullable(),
  attendance_history: z.array(markedWeek),
});
export type ClassPeriod = z.infer<typeof classPeriod>;

const count = z.number().int().nonnegative();

/** Everything about one student, for a printed page. */
export const studentReport = z.object({
  student: z.object({
    id,
    full_name: z.string(),
    identifier_code: z.string().nullable(),
    username: z.string().nullable(),
    avt: z.string(),
    parent_name: z.string().nullable(),
    school_name: z.string(),
    class_name: z.string().nullable(),
    grade_name: z.string().nullable(),
    teacher_full_name: z.string().nullable(),
    /** 'left' is known from the school's records alone: nothing is told of the account. */
    status: z.enum(['active', 'inactive', 'deleted', 'left']),
  }),
  /** Newest first. */
  moves: z.array(studentTransfer),
  school_year: z.number().int(),
  /** The school years with records, newest first. */
  school_years: z.array(z.number().int()),
  /** The weeks of that year, in order, in whatever classes they were taken. */
  weeks: z.array(
    markedWeek.omit({ school_year: true }).extend({ class_id: id, class_name: z.string() }),
  ),
  totals: z.object({ present: count, absent: count, total: count }),
});
export type StudentReport = z.infer<typeof studentReport>;

export const history = {
  ofTeacher: endpoint({
    method: 'GET',
    path: '/api/admin/teachers/{id}/history',
    summary: "A teacher's classes, newest first; also after the account was deleted",
    access: { Teacher: 'self', ...managers },
    params: byId,
    response: z.object({ full_name: z.string(), history: z.array(teacherTransfer) }),
  }),
  ofTeachers: endpoint({
    method: 'GET',
    path: '/api/admin/teachers/history',
    summary: "All teachers' classes, newest first",
    access: managers,
    query: pageQuery.extend({
      school_id: idInAddress.optional(),
      teacher_id: idInAddress.optional(),
    }),
    response: z.object({ history: z.array(teacherTransfer), next: nextCursor }),
  }),
  ofStudent: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/history',
    summary: "A student's classes, newest first; also after the account was deleted",
    access: managers,
    params: byId,
    response: z.object({ history: z.array(studentTransfer) }),
  }),
  ofStudents: endpoint({
    method: 'GET',
    path: '/api/admin/students/history',
    summary:
      "All students' classes, newest first; a grade or class is one they came from or went to",
    access: managers,
    query: pageQuery.extend({
      school_id: idInAddress.optional(),
      grade_id: idInAddress.optional(),
      class_id: idInAddress.optional(),
      student_id: idInAddress.optional(),
    }),
    response: z.object({ history: z.array(studentTransfer), next: nextCursor }),
  }),
  attendance: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/attendance',
    summary: "A student's roll calls, by the class they were in, newest first",
    access: managers,
    params: byId,
    response: z.object({ attendance: z.array(classPeriod) }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/report',
    summary: 'A student’s report: classes, a year’s attendance by week, totals',
    access: managers,
    params: byId,
    query: ofYear,
    response: studentReport,
  }),
  reportFile: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/report.xlsx',
    summary: 'The same as a spreadsheet',
    access: managers,
    params: byId,
    query: ofYear,
    file: spreadsheetType,
    response: z.string(),
  }),
};
