import { z } from 'zod';
import { endpoint, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl, idParams, schoolYearQuery } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';
import { limits } from './rules/limits.ts';

export const attendanceStatuses = ['present', 'absent'] as const;
export const attendanceStatus = z.enum(attendanceStatuses);
export type AttendanceStatus = z.infer<typeof attendanceStatus>;

export const week = z.number().int().min(1).max(limits.teachingWeeks);
const invalidDate = nameError('invalid_date');
/** A plain date 'YYYY-MM-DD' from 2000 on, without a time zone. */
const day = z.iso.date(invalidDate).regex(/^2/, invalidDate);
const count = z.number().int().nonnegative();
/** Named by its first year: 2026 runs from August 2026 to July 2027. */
const schoolYear = z.number().int();

/**
 * Whether an absence is excused ('có phép') or not ('không phép'); null if that was not recorded, as in
 * sheets of earlier versions.
 */
export const isExcused = z.boolean().nullable();

/** What a record said before it was corrected. */
export const correction = z.object({
  status: attendanceStatus,
  note: z.string(),
  isExcused,
  /** Why it was corrected, by whom and when. */
  reason: z.string(),
  by: z.string(),
  at: z.string(),
});
export type Correction = z.infer<typeof correction>;
const corrections = z.array(correction);

export const attendanceRecord = z.object({
  student_id: id,
  /** The name on that day. */
  full_name: z.string(),
  status: attendanceStatus,
  /** Empty if there is none. */
  note: z.string(),
  isExcused,
  /** Oldest first. */
  corrections,
});
export type AttendanceRecord = z.infer<typeof attendanceRecord>;

/** A saved week. A Student sees only their own record in it, a Parent only their children's. */
export const attendanceWeek = z.object({
  week,
  date: day,
  taken_by: z.string(),
  takenAt: z.string(),
  records: z.array(attendanceRecord),
  can: z.object({ correct: z.boolean() }),
});
export type AttendanceWeek = z.infer<typeof attendanceWeek>;

/** Lists every active student of the class exactly once, and nobody else. */
export const attendanceSheetInput = z.object({
  week,
  date: day,
  students: z.array(
    z.object({
      id,
      status: attendanceStatus,
      note: z.string().trim().max(limits.maxAttendanceNoteLength).optional(),
      /** Only of an absence. */
      isExcused: z.boolean().optional(),
    }),
  ),
  school_id: id.optional(),
});
export type AttendanceSheetInput = z.infer<typeof attendanceSheetInput>;

const mark = z.object({
  status: attendanceStatus,
  note: z.string().trim().max(limits.maxAttendanceNoteLength),
  /** Null leaves it as it was. */
  isExcused: isExcused.optional(),
});

/** Corrects some records of a sheet, for one reason. */
const correctionInput = z.object({
  records: z
    .array(
      mark.extend({
        student_id: id,
        /** The record that the user saw; another one on the server is a conflict. */
        was: mark,
      }),
    )
    .min(1)
    .max(limits.maxCorrections),
  reason: z.string().trim().min(1).max(limits.maxReasonLength),
});
export type CorrectionInput = z.infer<typeof correctionInput>;

/** One week of a student's year, with the class the student was in. */
export const studentWeek = z.object({
  week,
  date: day,
  class_id: id,
  class_name: z.string(),
  status: attendanceStatus,
  note: z.string(),
  isExcused,
  corrections,
});
export type StudentWeek = z.infer<typeof studentWeek>;

export const markLetters = { present: 'P', absent: 'A', none: '-' } as const;

/** A class's year: students × 35 weeks. */
export const attendanceGrid = z.object({
  class_id: id,
  class_name: z.string(),
  school_name: z.string(),
  teacher_full_name: z.string().nullable(),
  school_year: schoolYear,
  /** The saved weeks, in order; a week's rate is present / total. */
  weeks: z.array(z.object({ week, date: day, present: count, total: count })),
  students: z.array(
    z.object({
      id,
      full_name: z.string(),
      /** One letter for each of the 35 weeks: P present, A absent, - no record. */
      marks: z.string().regex(/^[PA-]{35}$/),
      /** The weeks of absences with leave. */
      excused: z.array(week),
      /** The weeks of absences of which nobody recorded whether they were with leave. */
      unknown: z.array(week),
      /** The weeks whose record was corrected. */
      corrected: z.array(week),
      /** A student's rate is present / total. */
      present: count,
      total: count,
    }),
  ),
});
export type AttendanceGrid = z.infer<typeof attendanceGrid>;

const readAccess = {
  Student: 'own records',
  Parent: "children's records",
  Teacher: 'own classes',
  Mod: 'own school',
  Admin: 'all',
} as const;
const staffAccess = { Teacher: 'own classes', Mod: 'own school', Admin: 'all' } as const;

export const attendance = {
  weeks: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/attendance/weeks',
    summary: 'The saved weeks of a school year, with the records the user may read',
    access: readAccess,
    params: idParams,
    query: schoolYearQuery,
    response: z.object({
      weeks: z.array(attendanceWeek),
      school_id: id,
      school_year: schoolYear,
      /** Whether the user may take attendance for the weeks that are still open. */
      can: z.object({ take: z.boolean() }),
    }),
  }),
  dates: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/attendance/dates',
    summary: 'The days of a school year on which attendance was taken, oldest first',
    access: readAccess,
    params: idParams,
    query: schoolYearQuery,
    response: z.object({ dates: z.array(day) }),
  }),
  day: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/attendance/{date}',
    summary: 'The records of a day; an empty list if attendance was not taken',
    access: readAccess,
    params: idParams.extend({ date: day }),
    response: z.object({ students: z.array(attendanceRecord.extend({ week })) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/attendance',
    summary: 'Save the attendance sheet of a week; afterwards it can only be corrected',
    access: { Teacher: 'own classes' },
    params: idParams,
    body: attendanceSheetInput,
    status: 201,
    response: attendanceWeek,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/attendance/weeks/{week}/corrections',
    summary: `Correct records of a sheet with a reason: a Teacher for ${limits.correctionDays} days, a Mod at any time`,
    access: { Teacher: 'own classes', Mod: 'own school' },
    params: idParams.extend({ week: z.coerce.number().int().min(1).max(limits.teachingWeeks) }),
    body: correctionInput,
    status: 201,
    response: attendanceWeek,
  }),
  grid: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/attendance/grid',
    summary: "A class's year as a grid of students and weeks",
    access: staffAccess,
    isExpensive: true,
    params: idParams,
    query: schoolYearQuery,
    response: attendanceGrid,
  }),
  gridFile: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/attendance/grid.xlsx',
    summary: "A class's year as a spreadsheet",
    access: staffAccess,
    params: idParams,
    query: schoolYearQuery,
    file: spreadsheetType,
    response: z.string(),
  }),
  forStudent: endpoint({
    method: 'GET',
    path: '/api/students/{id}/attendance',
    summary: "A student's attendance in a school year, across classes",
    access: { Student: 'self', Parent: 'own children' },
    params: idParams,
    query: schoolYearQuery,
    response: z.object({ attendance: z.array(studentWeek), school_year: schoolYear }),
  }),
  rates: endpoint({
    method: 'GET',
    path: '/api/attendance/rates',
    summary: "A school's attendance by week: how many of its students were present",
    access: managers,
    isExpensive: true,
    query: schoolYearQuery.extend({ school_id: idInUrl.optional() }),
    response: z.object({
      rates: z.array(z.object({ week, classes: count, present: count, total: count })),
      school_year: schoolYear,
    }),
  }),
};
