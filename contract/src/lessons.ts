import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, done, id, idInAddress } from './fields.ts';
import { messages } from './messages.ts';
import { limits } from './rules/limits.ts';

export const weekStatuses = ['active', 'inactive'] as const;
export type WeekStatus = (typeof weekStatuses)[number];

/** One lesson of a week. To all but an Admin an inactive one has its week, title and status alone. */
export const weekEntry = z.object({
  week: z.number().int(),
  title: z.string(),
  summary: z.string(),
  /** In the form that a frame can show; null where the week has no slide. */
  canva_link: z.string().nullable(),
  status: z.enum(weekStatuses),
  /** Relative, signed for the reader and expiring. */
  thumbnail: z.string().nullable(),
  outline: z.array(z.string()),
  /** The outline, joined by newlines. */
  topic: z.string(),
  /** What to bring. */
  items: z.array(z.string()),
});
export type WeekEntry = z.infer<typeof weekEntry>;

/** What a week's entry asks to prepare, made from it. */
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
  /** One for each entry of the content, in its order. */
  activities: z.array(activity),
});
export type Lesson = z.infer<typeof lesson>;

/** A class whose lessons these are, with the weeks of this school year that it has a roll call for. */
export const taughtClass = z.object({
  id,
  name: z.string(),
  grade_id: id,
  taken: z.array(z.number().int()),
});
export type TaughtClass = z.infer<typeof taughtClass>;

/** Says that a field is missing in the specification's words, and what it should be in ours. */
const missing = (required: string, otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? required : otherwise;

const wholeWeek = `Tuần là số nguyên từ 1 đến ${limits.teachingWeeks}`;
const writtenWeek = z
  .number({ error: missing(messages.lessons.weekNumberRequired, wholeWeek) })
  .int(wholeWeek)
  .min(1, wholeWeek)
  .max(limits.teachingWeeks, wholeWeek);

const required = (message: string, most: number) =>
  z.string(message).trim().min(1, message).max(most);
const lines = (most: number, longest: number) => z.array(z.string().trim().max(longest)).max(most);
const outline = lines(limits.outlinePointsMax, limits.outlinePointMax);
const topic = z.string().max(limits.outlinePointsMax * limits.outlinePointMax);
const items = lines(limits.suppliesMax, limits.supplyMax);
const link = z.string().trim().max(limits.slideLinkMax).nullish();

export const weekEntryInput = z.object({
  week: writtenWeek,
  title: required(messages.lessons.weekTitleRequired, limits.weekTitleMax),
  summary: required(messages.lessons.summaryRequired, limits.summaryMax),
  canva_link: link,
  /** The older name of the link. */
  slide: link,
  /** Active when left out. */
  status: z.enum(weekStatuses).optional(),
  /** An address that the upload, or an earlier answer, gave. */
  thumbnail: z.string().max(limits.slideLinkMax).nullish(),
  outline: outline.optional(),
  /** Taken where the outline is left out. */
  topic: topic.optional(),
  items: items.optional(),
});
export type WeekEntryInput = z.infer<typeof weekEntryInput>;

export const activityInput = z.object({
  week: writtenWeek,
  topic: topic.optional(),
  items: items.optional(),
  status: z.enum(weekStatuses).optional(),
});
export type ActivityInput = z.infer<typeof activityInput>;

export const activityInputs = z.array(activityInput).max(limits.lessonEntriesMax);

export const unreadableActivities = 'Danh sách hoạt động không đọc được';

const written = z.object({
  title: required(messages.lessons.titleRequired, limits.lessonTitleMax),
  grade_id: z
    .number(messages.lessons.gradeRequired)
    .int(messages.lessons.gradeRequired)
    .min(1, messages.lessons.gradeRequired)
    .max(99, messages.lessons.gradeRequired),
  content: z.array(weekEntryInput).max(limits.lessonEntriesMax),
  /** Fills in what an entry of the same week leaves out; a list, or that list as a JSON string. */
  activities: z
    .union([activityInputs, z.string().max(limits.lessonBytesMax)], unreadableActivities)
    .optional(),
});
export type LessonInput = z.infer<typeof written>;

const readers = {
  Student: 'own grade',
  Parent: "children's grades",
  Teacher: "own classes' grades",
  Mod: 'all',
  Admin: 'all',
} as const;

/** What a hidden week keeps back; `way` leads to its lesson. */
const keptBack = (way: '' | 'lessons.') => {
  const hidden = {
    from: ['Student', 'Parent', 'Teacher', 'Mod'],
    where: { status: 'inactive' },
  } as const;
  const fields = ['summary', 'canva_link', 'thumbnail', 'outline', 'topic', 'items'];
  return [
    { ...hidden, of: `${way}content`, fields },
    { ...hidden, of: `${way}activities`, fields: ['topic', 'items'] },
  ];
};

export const lessons = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessons',
    summary: "The lessons of the caller's grades, and which weeks the caller's classes have taken",
    access: readers,
    query: z.object({ grade_id: idInAddress.optional() }),
    response: z.object({
      lessons: z.array(lesson),
      /** Own, the children's, taught, or the school's; none for an Admin. */
      classes: z.array(taughtClass),
    }),
    withheld: keptBack('lessons.'),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    summary: 'A lesson',
    access: readers,
    params: byId,
    response: lesson,
    withheld: keptBack(''),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/lessons',
    summary: 'Add a lesson with its weeks',
    access: { Admin: 'all' },
    body: written,
    maxBodyBytes: limits.lessonBytesMax,
    status: 201,
    response: lesson,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/admin/lessons/{id}',
    summary: 'Change a lesson: its weeks become those sent',
    access: { Admin: 'all' },
    params: byId,
    /** With the version that the change began from: a lesson changed since is a conflict. */
    body: written.extend({ version: z.number().int().positive().optional() }),
    maxBodyBytes: limits.lessonBytesMax,
    response: lesson,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/lessons/{id}',
    summary: 'Delete a lesson; attendance stays',
    access: { Admin: 'all' },
    params: byId,
    response: done,
  }),
  uploadThumbnail: endpoint({
    method: 'POST',
    path: '/api/admin/upload/lesson-thumbnail',
    summary: 'Upload the picture of a week, as the form field `thumbnail`',
    access: { Admin: 'all' },
    acceptsFiles: 'thumbnail',
    response: z.object({ url: z.string() }),
  }),
};
