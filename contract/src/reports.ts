import { z } from 'zod';
import { attendance } from './attendance.ts';
import { endpoint, managers } from './endpoint.ts';
import { id, idInUrl, idParams, schoolYearQuery } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';
import { limits } from './rules/limits.ts';

const count = z.number().int().nonnegative();

/** Of a period. */
const reportCounts = z.object({
  /** The records of the sheets, and how many of them are present. */
  present: count,
  total: count,
  /** The lessons taught: the sheets. */
  sheets: count,
  /** The lessons planned: one for each class and teaching week. */
  due: count,
  /** Who is in the classes now, or was when the year ended. */
  students: count,
  /** How many of them liked a post, or wrote a comment that is shown. */
  participants: count,
});
export type ReportCounts = z.infer<typeof reportCounts>;

/** A week or month of the year. */
const reportStep = reportCounts.extend({ number: z.number().int() });
export type ReportStep = z.infer<typeof reportStep>;

/** A class, or a school in a report on all of them. */
const reportPart = reportCounts.extend({
  id,
  name: z.string(),
  /** A class that was deleted after it had a sheet. */
  isDeleted: z.boolean(),
});
export type ReportPart = z.infer<typeof reportPart>;

const reportYear = {
  school_year: z.number().int(),
  /** The weeks or months of the year with a sheet or a participant, in order. */
  steps: z.array(reportStep),
  /** The sums of the parts. */
  totals: reportCounts,
};

export const reportResponse = z.object({
  ...reportYear,
  /** Null for all schools. */
  school: z.object({ id, school_name: z.string() }).nullable(),
  /** The years to choose from, newest first. */
  years: z.array(z.number().int()),
  /** Of the chosen period. */
  parts: z.array(reportPart),
});
export type Report = z.infer<typeof reportResponse>;

/** A student on a sheet of the period or in the class; whoever left the class counts in the attendance only. */
const studentPart = reportCounts.omit({ sheets: true, due: true }).extend({
  id,
  full_name: z.string(),
  /** Absences with leave. */
  excused: count,
});
export type StudentPart = z.infer<typeof studentPart>;

export const classReportResponse = z.object({
  ...reportYear,
  class_id: id,
  class_name: z.string(),
  school_id: id,
  school_name: z.string(),
  /** By given name. */
  students: z.array(studentPart),
});
export type ClassReport = z.infer<typeof classReportResponse>;

export const reportSteps = ['month', 'week'] as const;
export type ReportStepKind = (typeof reportSteps)[number];

const monthsPerYear = 12;

/** A week belongs to the month of its Monday. By default the whole year. */
const periodQuery = z.object({
  by: z.enum(reportSteps).default(reportSteps[0]),
  week: z.coerce.number().int().min(1).max(limits.teachingWeeks).optional(),
  month: z.coerce.number().int().min(1).max(monthsPerYear).optional(),
});
export type ReportPeriod = z.infer<typeof periodQuery>;

const reportQuery = periodQuery.extend({
  ...schoolYearQuery.shape,
  /** By default the actor's own; for an Admin, all schools. */
  school_id: idInUrl.optional(),
  grade_id: idInUrl.optional(),
});

export const reports = {
  read: endpoint({
    method: 'GET',
    path: '/api/reports',
    summary:
      'Attendance, lessons taught and participation of a school or grade by class, or of all schools',
    access: managers,
    isExpensive: true,
    query: reportQuery,
    response: reportResponse,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/reports.xlsx',
    summary: 'The same as a spreadsheet',
    access: managers,
    query: reportQuery,
    file: spreadsheetType,
    response: z.string(),
  }),
  readClass: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/report',
    summary: 'Attendance, lessons taught and participation of a class by student',
    access: attendance.grid.access,
    isExpensive: true,
    params: idParams,
    query: periodQuery,
    response: classReportResponse,
  }),
  classFile: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/report.xlsx',
    summary: 'The same as a spreadsheet',
    access: attendance.grid.access,
    params: idParams,
    query: periodQuery,
    file: spreadsheetType,
    response: z.string(),
  }),
};
