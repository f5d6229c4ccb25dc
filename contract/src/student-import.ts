import { z } from 'zod';
import { importReport } from './account-tables.ts';
import { issuedPassword } from './accounts.ts';
import { endpoint, managers } from './endpoint.ts';
import { fieldProblem } from './errors.ts';
import { id, idInUrl, idParams } from './fields.ts';
import { limits } from './rules/limits.ts';

/** What a column of a school's own list can be imported as. */
export const importFields = [
  'full_name',
  'last_name',
  'first_name',
  'birth_date',
  /** Of a list that has a column for each. */
  'birth_day',
  'birth_month',
  'birth_year',
  'sex',
  /** A column 'Nữ' with a cross for every girl. */
  'female',
  'class_name',
  'identifier_code',
  /** Both names in one cell, such as 'Nam / Diệp'. */
  'parent_names',
  'parent1_name',
  'parent1_phone',
  'parent2_name',
  'parent2_phone',
  /** Of whichever parent is named first. */
  'parent_phone',
  'email',
  'phone',
  'photo_consent',
  'username',
  'status',
] as const;
export const importField = z.enum(importFields);
export type ImportField = z.infer<typeof importField>;

/** What the assistant understood by itself, and what it made of it. */
export const handledKinds = [
  'class_name',
  'phone',
  'name_case',
  'no_email',
  'second_phone',
  'parent_without_phone',
  'phone_without_parent',
] as const;
export type HandledKind = (typeof handledKinds)[number];

/** Longer than anything a list is imported with. */
export const importTextLength = 300;
const text = z.string().max(importTextLength);
const rowNumber = z.number().int().positive();
const place = z.object({ sheet: text, row: rowNumber });
const count = z.number().int().nonnegative();

export const doubleAnswers = ['same', 'different', 'skip'] as const;
export type DoubleAnswer = (typeof doubleAnswers)[number];

/** What the user has decided so far; the file itself stays as it is. */
export const importOptions = z.object({
  columns: z
    .array(z.object({ heading: text, field: importField.nullable() }))
    .max(100)
    .default([]),
  fixes: z
    .array(place.extend({ field: importField, value: text }))
    .max(limits.maxTableRows)
    .default([]),
  doubles: z
    .array(place.extend({ answer: z.enum(doubleAnswers) }))
    .max(limits.maxTableRows)
    .default([]),
  /** Values that cannot be imported for such a reason are left empty, wherever they are. */
  blanks: z
    .array(z.object({ field: importField, reason: fieldProblem.shape.reason }))
    .max(100)
    .default([]),
  /** The answer about every double that has none of its own. */
  other_doubles: z.enum(doubleAnswers).optional(),
  same_phone: z.enum(['link', 'separate']).optional(),
});
export type ImportOptions = z.input<typeof importOptions>;
export type ImportAnswers = z.output<typeof importOptions>;

const person = place.extend({ full_name: z.string(), class_name: z.string().nullable() });

const importSheet = z.object({
  name: z.string(),
  rows: count,
  /** The class of its students, if they have no column for it. */
  class_name: z.string().nullable(),
  /** Above the headings. */
  title_rows: count,
  /** Below the students: totals and signatures. */
  end_rows: count,
  hasTwoLineHeadings: z.boolean(),
  /** False for a cover or an empty sheet. */
  isList: z.boolean(),
});
export type ImportSheet = z.infer<typeof importSheet>;

const importColumn = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  field: importField.nullable(),
  isRemembered: z.boolean(),
  /** Another column is imported as the same. */
  isTwice: z.boolean(),
});
export type ImportColumn = z.infer<typeof importColumn>;

const problemGroup = fieldProblem.pick({ reason: true, message: true }).extend({
  /** Null if no value can be typed in its place. */
  field: importField.nullable(),
  count,
  /** The first of them. */
  items: z.array(
    person.extend({ value: z.string(), message: z.string(), values: fieldProblem.shape.values }),
  ),
});
export type ProblemGroup = z.infer<typeof problemGroup>;

const handledGroup = z.object({
  kind: z.enum(handledKinds),
  count,
  items: z.array(person.extend({ before: z.string(), after: z.string() })),
});
export type HandledGroup = z.infer<typeof handledGroup>;

const double = person.extend({
  birth_date: z.string().nullable(),
  /** What is the same beside the name. */
  by: z.enum(['class_name', 'birth_date']),
  /** Another row, or a student of the school. */
  other: z.object({
    sheet: z.string().nullable(),
    row: rowNumber.nullable(),
    class_name: z.string().nullable(),
    birth_date: z.string().nullable(),
    identifier_code: z.string().nullable(),
  }),
  answer: z.enum(doubleAnswers).nullable(),
});
export type ImportDouble = z.infer<typeof double>;

export const importCounts = z.object({
  created: count,
  changed: count,
  unchanged: count,
  skipped: count,
  parents: count,
  classes: count,
});
export type ImportCounts = z.infer<typeof importCounts>;

export const importCheck = z.object({
  sheets: z.array(importSheet),
  columns: z.array(importColumn),
  problems: z.array(problemGroup),
  handled: z.array(handledGroup),
  doubles: z.array(double),
  samePhone: importReport.shape.parents.shape.samePhone.element
    .omit({ row: true })
    .extend(place.shape)
    .array(),
  samePhoneCount: count,
  new_classes: z.array(z.string()),
  counts: importCounts,
  /** Problems and questions without an answer; nothing is written before there are none. */
  open: count,
});
export type ImportCheck = z.infer<typeof importCheck>;

export const importJob = z.object({
  id,
  school_id: id,
  state: z.enum(['running', 'done', 'failed']),
  done: count,
  total: count,
  /** Null until it is done. */
  result: importCounts.nullable(),
  /** The classes with students who have no password yet. */
  classes: z.array(z.object({ id, name: z.string(), students: count })),
  started_by: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ImportJob = z.infer<typeof importJob>;

const schoolQuery = z.object({ school_id: idInUrl.optional() });
/** `importOptions` as JSON: the fields of a form are texts. */
const optionsBody = z.object({ options: z.string().max(100_000).optional() });

export const studentImport = {
  check: endpoint({
    method: 'POST',
    path: '/api/admin/student-import/check',
    summary:
      "Reads a school's own list of students (form field `file`) and says what an import would do, and what it must ask",
    access: managers,
    query: schoolQuery,
    body: optionsBody,
    acceptsTable: true,
    withoutIdempotencyKey: true,
    response: importCheck,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/student-import/jobs',
    summary: 'Starts the import of a list without open problems, all rows or none',
    access: managers,
    query: schoolQuery,
    body: optionsBody,
    acceptsTable: true,
    status: 201,
    response: importJob,
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/api/admin/student-import/jobs',
    summary: 'The last imports of a school, newest first',
    access: managers,
    query: schoolQuery,
    response: z.object({ jobs: z.array(importJob) }),
  }),
  job: endpoint({
    method: 'GET',
    path: '/api/admin/student-import/jobs/{id}',
    summary: 'How far an import is',
    access: managers,
    params: idParams,
    response: importJob,
  }),
  firstPasswords: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/first-passwords',
    summary: 'Gives the students of a class who have no password yet a temporary one, shown once',
    access: managers,
    params: idParams,
    response: z.object({ accounts: z.array(issuedPassword) }),
  }),
};
