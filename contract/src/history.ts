import { z } from 'zod';
import { departureReasons } from './accounts.ts';
import { attendanceStatus, correction, isExcused } from './attendance.ts';
import { endpoint, managers } from './endpoint.ts';
import { id, idInUrl, idParams, schoolYearQuery } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { spreadsheetType } from './rules/file-types.ts';

/** From one class to another, with the class names at that time; null is pending assignment. */
const transferFields = {
  id,
  from_class_id: id.nullable(),
  from_class_name: z.string().nullable(),
  to_class_id: id.nullable(),
  to_class_name: z.string().nullable(),
  /** The school year of the class that was joined, or else left. */
  school_year: z.number().int(),
};

export const teacherTransfer = z.object({
  ...transferFields,
  teacher_id: id,
  teacher_full_name: z.string(),
  assigned_at: z.string(),
  changed_by_username: z.string(),
});
export type TeacherTransfer = z.infer<typeof teacherTransfer>;

export const studentTransfer = z.object({
  ...transferFields,
  student_id: id,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  changed_at: z.string(),
  changed_by: z.string(),
  /** Why the student left the school at that time; null if they did not. */
  departure_reason: z.enum(departureReasons).nullable(),
});
export type StudentTransfer = z.infer<typeof studentTransfer>;

/** A user's time in a class, with the name that the class had at its end. */
export const membership = z.object({
  id,
  kind: z.enum(['student', 'homeroom', 'substitute']),
  class_id: id,
  class_name: z.string(),
  school_name: z.string(),
  school_year: z.number().int(),
  from: z.string(),
  /** Null if it has no end yet. */
  until: z.string().nullable(),
  /** The last homeroom teacher that a student had there. */
  teacher: z.object({ id, full_name: z.string() }).nullable(),
});
export type Membership = z.infer<typeof membership>;

const weekRecord = z.object({
  school_year: z.number().int(),
  week: z.number().int(),
  date: z.string(),
  status: attendanceStatus,
  note: z.string(),
  isExcused,
  corrections: z.array(correction),
});

/** A student's time in a class, with the attendance records of that time. */
export const classPeriod = z.object({
  class_id: id,
  to_class_name: z.string(),
  /** When the student joined; null if unknown. */
  changed_at: z.string().nullable(),
  /** When the student left; null if still in the class or unknown. */
  left_at: z.string().nullable(),
  attendance_history: z.array(weekRecord),
});
export type ClassPeriod = z.infer<typeof classPeriod>;

const count = z.number().int().nonnegative();

/** A student's transfers and attendance, for a printed page. */
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
    /** 'left' of a student of another school reveals nothing about the account. */
    status: z.enum(['active', 'inactive', 'deleted', 'left']),
  }),
  /** Newest first. */
  moves: z.array(studentTransfer),
  school_year: z.number().int(),
  /** The school years with records, newest first. */
  school_years: z.array(z.number().int()),
  /** The weeks of that year in order, across classes. */
  weeks: z.array(
    weekRecord.omit({ school_year: true }).extend({ class_id: id, class_name: z.string() }),
  ),
  /** `excused` is a part of `absent`. */
  totals: z.object({ present: count, absent: count, excused: count, total: count }),
});
export type StudentReport = z.infer<typeof studentReport>;

export const history = {
  forTeacher: endpoint({
    method: 'GET',
    path: '/api/admin/teachers/{id}/history',
    summary: "A teacher's class history, newest first; also for a deleted account",
    access: { Teacher: 'self', ...managers },
    isExpensive: true,
    params: idParams,
    response: z.object({ full_name: z.string(), history: z.array(teacherTransfer) }),
  }),
  forAllTeachers: endpoint({
    method: 'GET',
    path: '/api/admin/teachers/history',
    summary: 'The class history of all teachers, newest first',
    access: managers,
    isExpensive: true,
    query: pageQuery.extend({
      ...schoolYearQuery.shape,
      school_id: idInUrl.optional(),
      teacher_id: idInUrl.optional(),
    }),
    response: z.object({ history: z.array(teacherTransfer), next: nextCursor }),
  }),
  forStudent: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/history',
    summary: "A student's class history, newest first; also for a deleted account",
    access: managers,
    isExpensive: true,
    params: idParams,
    response: z.object({ history: z.array(studentTransfer) }),
  }),
  forAllStudents: endpoint({
    method: 'GET',
    path: '/api/admin/students/history',
    summary:
      'The class history of all students, newest first; filters match the old or the new grade or class',
    access: managers,
    isExpensive: true,
    query: pageQuery.extend({
      ...schoolYearQuery.shape,
      school_id: idInUrl.optional(),
      grade_id: idInUrl.optional(),
      class_id: idInUrl.optional(),
      student_id: idInUrl.optional(),
    }),
    response: z.object({ history: z.array(studentTransfer), next: nextCursor }),
  }),
  attendance: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/attendance',
    summary: "A student's attendance by class, newest first",
    access: managers,
    isExpensive: true,
    params: idParams,
    response: z.object({ attendance: z.array(classPeriod) }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/report',
    summary: "A student's report: transfers, a year's attendance by week, totals",
    access: { Teacher: 'own classes', ...managers },
    isExpensive: true,
    params: idParams,
    query: schoolYearQuery,
    response: studentReport,
  }),
  reportFile: endpoint({
    method: 'GET',
    path: '/api/admin/students/{id}/report.xlsx',
    summary: "A student's report as a spreadsheet",
    access: { Teacher: 'own classes', ...managers },
    params: idParams,
    query: schoolYearQuery,
    file: spreadsheetType,
    response: z.string(),
  }),
};
