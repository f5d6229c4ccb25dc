import { z } from 'zod';
import { attendanceGrid, attendanceRecord, week } from './attendance.ts';
import { endpoint, managers } from './endpoint.ts';
import { id, idInUrl, idParams, schoolYearQuery } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';
import { limits } from './rules/limits.ts';

const classOverview = z.object({
  id,
  name: z.string(),
  grade_id: id,
  /** Who teaches it today, a substitute before the homeroom teacher; null if nobody does. */
  teacher: z.object({ id, full_name: z.string() }).nullable(),
  /** The saved weeks, in order. */
  weeks: attendanceGrid.shape.weeks,
  /** When its teachers were last reminded of the chosen week. */
  remindedAt: z.string().nullable(),
});
export type ClassOverview = z.infer<typeof classOverview>;

const absence = attendanceRecord
  .pick({ student_id: true, full_name: true, note: true, isExcused: true })
  .extend({
    class_id: id,
    class_name: z.string(),
    /** How many records in a row are absences, up to the chosen week. */
    inARow: z.number().int().positive(),
  });
export type Absence = z.infer<typeof absence>;

export const attendanceOverviewResponse = z.object({
  school_id: id,
  school_name: z.string(),
  school_year: z.number().int(),
  /** The first day of week 1. */
  first_monday: z.iso.date(),
  /** The chosen week. */
  week,
  /** By grade and name. */
  classes: z.array(classOverview),
  /** Who was absent in the chosen week: the longest absences first, those without leave before the others. */
  absences: z.array(absence),
});
export type AttendanceOverview = z.infer<typeof attendanceOverviewResponse>;

const weekInUrl = z.coerce.number().int().min(1).max(limits.teachingWeeks);
const overviewQuery = schoolYearQuery.extend({
  school_id: idInUrl.optional(),
  /** By default this week. */
  week: weekInUrl.optional(),
});

export const attendanceOverview = {
  read: endpoint({
    method: 'GET',
    path: '/api/attendance/overview',
    summary: "A school's year: classes × weeks, and who was absent in the chosen week",
    access: managers,
    isExpensive: true,
    query: overviewQuery,
    response: attendanceOverviewResponse,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/attendance/overview.xlsx',
    summary: "A school's year as a spreadsheet",
    access: managers,
    query: overviewQuery,
    file: spreadsheetType,
    response: z.string(),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/attendance/weeks/{week}/reminder',
    summary: 'Remind the teachers of a class of a week without a sheet, once a day',
    access: managers,
    params: idParams.extend({ week: weekInUrl }),
    response: z.object({ remindedAt: z.string() }),
  }),
};
