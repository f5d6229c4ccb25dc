import { z } from 'zod';
import { cellProblem } from './account-tables.ts';
import { endpoint } from './endpoint.ts';
import { type FieldErrorName, nameError } from './field-errors.ts';
import { id, idInUrl, idParams, messageResponse } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';
import { limits } from './rules/limits.ts';

export const weekStatuses = ['active', 'inactive'] as const;
export type WeekStatus = (typeof weekStatuses)[number];

/** One lesson of a week. Of an inactive one, only an Admin sees more than week, title and status. */
export const weekEntry = z.object({
  week: z.number().int(),
  title: z.string(),
  summary: z.string(),
  /** An embeddable URL; null if the week has no slides. */
  canva_link: z.string().nullable(),
  status: z.enum(weekStatuses),
  /** Relative, signed for the current user, and expires. */
  thumbnail: z.string().nullable(),
  outline: z.array(z.string()),
  /** The outline, joined by newlines. */
  topic: z.string(),
  /** What to bring. */
  items: z.array(z.string()),
});
export type WeekEntry = z.infer<typeof weekEntry>;

/** What to prepare for a week, derived from its entry. */
export const activity = weekEntry.pick({ week: true, topic: true, items: true, status: true });

export const lesson = z.object({
  id,
  title: z.string(),
  grade_id: id,
  grade_name: z.string(),
  /** Grows with every change. */
  version: z.number().int().positive(),
  updatedAt: z.string(),
  /** In the order of the form; a week may have several entries. */
  content: z.array(weekEntry),
  /** One per entry of `content`, in the same order. */
  activities: z.array(activity),
});
export type Lesson = z.infer<typeof lesson>;

/** A class with the weeks of this school year for which it has attendance. */
export const classProgress = z.object({
  id,
  name: z.string(),
  grade_id: id,
  taken: z.array(z.number().int()),
});
export type ClassProgress = z.infer<typeof classProgress>;

const requiredOr =
  (required: FieldErrorName, invalid: FieldErrorName) => (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null || issue.input === '' ? required : invalid;

const invalidWeek = nameError('invalid_week');
const weekInput = z
  .number({ error: requiredOr('week_number_required', invalidWeek) })
  .int(invalidWeek)
  .min(1, invalidWeek)
  .max(limits.teachingWeeks, invalidWeek);

const requiredText = (missing: FieldErrorName, maxLength: number) =>
  z.string(missing).trim().min(1, missing).max(maxLength);
const lines = (maxCount: number, maxLength: number) =>
  z.array(z.string().trim().max(maxLength)).max(maxCount);
const outline = lines(limits.maxOutlinePoints, limits.maxOutlinePointLength);
const topic = z.string().max(limits.maxOutlinePoints * limits.maxOutlinePointLength);
const items = lines(limits.maxSupplies, limits.maxSupplyLength);
const link = z.string().trim().max(limits.maxSlideLinkLength).nullish();

export const weekEntryInput = z.object({
  week: weekInput,
  title: requiredText('week_title_required', limits.maxWeekTitleLength),
  summary: requiredText('summary_required', limits.maxSummaryLength),
  canva_link: link,
  /** The older name of `canva_link`. */
  slide: link,
  /** Active by default. */
  status: z.enum(weekStatuses).optional(),
  /** A URL from the upload or from an earlier response. */
  thumbnail: z.string().max(limits.maxSlideLinkLength).nullish(),
  outline: outline.optional(),
  /** Used if `outline` is missing. */
  topic: topic.optional(),
  items: items.optional(),
});
export type WeekEntryInput = z.infer<typeof weekEntryInput>;

export const activityInput = z.object({
  week: weekInput,
  topic: topic.optional(),
  items: items.optional(),
  status: z.enum(weekStatuses).optional(),
});
export type ActivityInput = z.infer<typeof activityInput>;

export const activityInputs = z.array(activityInput).max(limits.maxLessonEntries);

const gradeRequired = nameError('grade_required');
const lessonInput = z.object({
  title: requiredText('title_required', limits.maxLessonTitleLength),
  grade_id: z.number(gradeRequired).int(gradeRequired).min(1, gradeRequired).max(99, gradeRequired),
  content: z.array(weekEntryInput).max(limits.maxLessonEntries),
  /** Fills in fields that the entry of the same week leaves out; a list, or that list as a JSON string. */
  activities: z
    .union(
      [activityInputs, z.string().max(limits.maxLessonBytes)],
      nameError('activities_unreadable'),
    )
    .optional(),
});
export type LessonInput = z.infer<typeof lessonInput>;

/** A row of a lesson's table. It is only text, which the editor shows even where it is invalid. */
export const tableWeek = z.object({
  row: z.number().int().positive(),
  week: z.string(),
  title: z.string(),
  summary: z.string(),
  canva_link: z.string(),
  status: z.enum(weekStatuses),
  outline: z.array(z.string()),
  items: z.array(z.string()),
});
export type TableWeek = z.infer<typeof tableWeek>;

const readAccess = {
  Student: 'own grade',
  Parent: "children's grades",
  Teacher: "own classes' grades",
  Mod: 'all',
  Admin: 'all',
} as const;

/** The fields that an inactive week withholds; `path` leads to its lesson. */
const hiddenWeekFields = (path: '' | 'lessons.') => {
  const hidden = {
    from: ['Student', 'Parent', 'Teacher', 'Mod'],
    where: { status: 'inactive' },
  } as const;
  const fields = ['summary', 'canva_link', 'thumbnail', 'outline', 'topic', 'items'];
  return [
    { ...hidden, of: `${path}content`, fields },
    { ...hidden, of: `${path}activities`, fields: ['topic', 'items'] },
  ];
};

export const lessons = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessons',
    summary:
      "The lessons of the user's grades, and the weeks for which the user's classes have taken attendance",
    access: readAccess,
    query: z.object({ grade_id: idInUrl.optional() }),
    response: z.object({
      lessons: z.array(lesson),
      /** The user's own class, their children's, those they teach or their school's; none for an Admin. */
      classes: z.array(classProgress),
    }),
    withheld: hiddenWeekFields('lessons.'),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    summary: 'Read a lesson',
    access: readAccess,
    params: idParams,
    response: lesson,
    withheld: hiddenWeekFields(''),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/lessons',
    summary: 'Create a lesson with its weeks',
    access: { Admin: 'all' },
    body: lessonInput,
    maxBodyBytes: limits.maxLessonBytes,
    status: 201,
    response: lesson,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/admin/lessons/{id}',
    summary: 'Edit a lesson; its weeks are replaced',
    access: { Admin: 'all' },
    params: idParams,
    /** `version` is the one the edit started from; a newer one on the server is a conflict. */
    body: lessonInput.extend({ version: z.number().int().positive().optional() }),
    maxBodyBytes: limits.maxLessonBytes,
    response: lesson,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/lessons/{id}',
    summary: 'Delete a lesson; attendance stays',
    access: { Admin: 'all' },
    params: idParams,
    response: messageResponse,
  }),
  exportTable: endpoint({
    method: 'GET',
    path: '/api/admin/lessons/{id}/weeks.xlsx',
    summary: 'The weeks of a lesson as a table, one row per entry',
    access: { Admin: 'all' },
    params: idParams,
    file: spreadsheetType,
    response: z.string(),
  }),
  readTable: endpoint({
    method: 'POST',
    path: '/api/admin/lessons/weeks',
    summary:
      'Read the weeks in a table (form field `file`, CSV or XLSX), for the editor; saves nothing',
    access: { Admin: 'all' },
    acceptsTable: true,
    withoutIdempotencyKey: true,
    response: z.object({ weeks: z.array(tableWeek), problems: z.array(cellProblem) }),
  }),
  uploadThumbnail: endpoint({
    method: 'POST',
    path: '/api/admin/upload/lesson-thumbnail',
    summary: 'Upload the thumbnail of a week, as the form field `thumbnail`',
    access: { Admin: 'all' },
    acceptsFiles: 'thumbnail',
    response: z.object({ url: z.string() }),
  }),
};
