import { z } from 'zod';
import { endpoint, everyone, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl, messageResponse } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';
import { graduates, leaves } from './rules/rollover.ts';

const year = z.number().int();
const day = z.iso.date(nameError('invalid_date'));
const schoolQuery = z.object({ school_id: idInUrl.optional() });
const schoolInput = z.object({ school_id: id.optional() });

export const schoolYear = z.object({
  /** Its first calendar year: 2026 runs from August 2026 to July 2027. */
  year,
  /** The first day of week 1. */
  first_monday: day,
  isCurrent: z.boolean(),
  version: z.number().int().positive(),
  can: z.object({
    /** Until the first attendance sheet of the year is saved. */
    setFirstMonday: z.boolean(),
    /** For seven days after a rollover, until the first attendance sheet or post of the year. */
    undo: z.boolean(),
  }),
});
export type SchoolYear = z.infer<typeof schoolYear>;

/** Where a student goes: the key of a new class, or out of the school. */
const classKey = z.string().regex(/^n\d{1,4}$/);
const destination = z.union([classKey, z.literal(graduates), z.literal(leaves)]);

/** What is decided about the next school year. */
export const rolloverPlan = z.object({
  first_monday: day,
  /** The classes of the new year. */
  classes: z
    .array(
      z.object({
        key: classKey,
        name: z.string().trim().min(1, nameError('name_required')).max(100),
        grade_id: id,
        teacher_id: id.nullable(),
        /** Confirmed by whoever prepares the year. */
        isWithoutTeacher: z.boolean(),
      }),
    )
    .max(1_000),
  /** Where the students of a class go, unless decided otherwise for one of them. */
  successors: z.array(z.object({ class_id: id, to: destination.nullable() })).max(1_000),
  /** The students who do not go where their class goes, and new students. */
  students: z.array(z.object({ student_id: id, to: destination.nullable() })).max(50_000),
});
export type RolloverPlan = z.infer<typeof rolloverPlan>;

/** The school as it is now, on which a plan builds. */
export const rolloverSchool = z.object({
  school_id: id,
  school_name: z.string(),
  /** The year that the plan starts. */
  year,
  classes: z.array(
    z.object({
      id,
      name: z.string(),
      grade_id: id,
      teacher_id: id.nullable(),
    }),
  ),
  /** By given name; a new student has no class yet. */
  students: z.array(
    z.object({
      id,
      full_name: z.string(),
      identifier_code: z.string().nullable(),
      class_id: id.nullable(),
    }),
  ),
  teachers: z.array(z.object({ id, full_name: z.string(), username: z.string() })),
});
export type RolloverSchool = z.infer<typeof rolloverSchool>;

export const rolloverDraft = z.object({
  school: rolloverSchool,
  plan: rolloverPlan,
  /** 0 for a proposal that nobody has saved. */
  version: z.number().int().nonnegative(),
  saved_at: z.string().nullable(),
  saved_by: z.string().nullable(),
});
export type RolloverDraft = z.infer<typeof rolloverDraft>;

const savedVersion = z.number().int().nonnegative();

export const years = {
  list: endpoint({
    method: 'GET',
    path: '/api/school-years',
    summary: "A school's years, newest first",
    access: { ...everyone('own school'), Admin: 'all' },
    query: schoolQuery,
    response: z.object({ school_years: z.array(schoolYear) }),
  }),
  setFirstMonday: endpoint({
    method: 'PUT',
    path: '/api/school-years/{year}',
    summary: 'Set the Monday on which week 1 starts, until the first attendance sheet is saved',
    access: managers,
    params: z.object({ year: z.coerce.number().int() }),
    body: schoolInput.extend({
      first_monday: day,
      version: z.number().int().positive().optional(),
    }),
    response: schoolYear,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/school-years/draft',
    summary: 'The next school year as it is prepared, or a proposal',
    access: managers,
    isExpensive: true,
    query: schoolQuery,
    response: rolloverDraft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/school-years/draft',
    summary: 'Save the prepared year; a newer version on the server is a conflict',
    access: managers,
    maxBodyBytes: 8 * 1024 * 1024,
    body: schoolInput.extend({ version: savedVersion, plan: rolloverPlan }),
    response: rolloverDraft,
  }),
  draftFile: endpoint({
    method: 'GET',
    path: '/api/school-years/draft.xlsx',
    summary: 'The prepared year as a spreadsheet',
    access: managers,
    query: schoolQuery,
    file: spreadsheetType,
    response: z.string(),
  }),
  importDraft: endpoint({
    method: 'POST',
    path: '/api/school-years/draft/import',
    summary: 'Read the new classes of students and teachers from a spreadsheet into the draft',
    access: managers,
    query: schoolQuery.extend({ version: z.coerce.number().int().nonnegative() }),
    acceptsTable: true,
    response: rolloverDraft,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/school-years/start',
    summary: 'Start the prepared year: everybody moves to their new class at once',
    access: managers,
    body: schoolInput.extend({ version: savedVersion }),
    status: 201,
    response: schoolYear,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/school-years/undo',
    summary: 'Undo the start of the current year: everybody is back in their former class',
    access: managers,
    body: schoolInput,
    response: messageResponse,
  }),
};
