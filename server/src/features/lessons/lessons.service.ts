import { describeProblem } from '@lop-xanh/contract/field-errors';
import type { ClassProgress, Lesson, LessonInput, WeekEntry } from '@lop-xanh/contract/lessons';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import type { Viewer } from '../../storage/signed-urls.ts';
import { listTakenWeeks } from '../attendance/attendance.service.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { compareLessons, toAuditValues } from './lesson-changes.ts';
import { listThumbnails, parseEntries, thumbnailsPath } from './lesson-input.ts';
import {
  deleteLesson,
  findLesson,
  insertLesson,
  listLessons,
  lockLesson,
  replaceEntries,
  type StoredEntry,
  type StoredLesson,
  updateLesson,
} from './lessons.queries.ts';
import { canRead, canReadContent } from './lessons.rules.ts';
import {
  addThumbnail,
  deleteThumbnailsWithoutWeek,
  findThumbnailUses,
  lockThumbnails,
} from './thumbnails.queries.ts';

export { findLessonWeeks } from './lessons.queries.ts';

/** Reads the lessons of the viewer's grades, or of one of them, and the weeks their classes have taken. */
export async function readLibrary(
  db: Db,
  viewer: Viewer,
  gradeId: number | undefined,
): Promise<{ lessons: Lesson[]; classes: ClassProgress[] }> {
  const [lessons, classes] = await Promise.all([
    listLessons(db, viewer.actor, gradeId),
    listTakenWeeks(db, viewer.actor, gradeId),
  ]);
  return { lessons: lessons.map((lesson) => toLesson(viewer, lesson)), classes };
}

export async function readLesson(db: Db, viewer: Viewer, id: number): Promise<Lesson> {
  const lesson = await findLesson(db, id);
  if (!lesson || !canRead(viewer.actor, lesson)) throw new AppError('lesson_not_found');
  return toLesson(viewer, lesson);
}

interface LessonSettings {
  /** Allowed by the operator, in addition to the built-in ones. */
  slideHosts: readonly string[];
}

export async function addLesson(
  db: Db,
  viewer: Viewer,
  input: LessonInput,
  settings: LessonSettings,
): Promise<Lesson> {
  const entries = await parseInput(db, input, settings);
  const { title, grade_id: gradeId } = input;
  const id = await insertLesson(db, { title, gradeId });
  if (id === undefined) throw gradeError();
  await replaceEntries(db, id, entries);
  const lesson = await findExisting(db, id);
  await auditLesson(db, viewer.actor, 'created', lesson, { new: toAuditValues(lesson) });
  return toLesson(viewer, lesson);
}

/** Edits the version the Admin saw; a lesson changed since then is a conflict. */
export async function editLesson(
  db: Db,
  viewer: Viewer,
  { id, version, ...input }: LessonInput & { id: number; version?: number | undefined },
  settings: LessonSettings,
): Promise<Lesson> {
  const current = await lockLesson(db, id);
  if (current === undefined) throw new AppError('lesson_not_found');
  if (version !== undefined && version !== current) throw new AppError('lesson_changed');
  const before = await findExisting(db, id);
  const entries = await parseInput(db, input, settings);
  const { title, grade_id: gradeId } = input;
  if (!(await updateLesson(db, id, { title, gradeId }))) throw gradeError();
  await replaceEntries(db, id, entries);
  const after = await findExisting(db, id);
  const changes = compareLessons(before, after);
  if (changes) await auditLesson(db, viewer.actor, 'changed', after, { ...changes });
  return toLesson(viewer, after);
}

export async function removeLesson(db: Db, actor: Actor, id: number): Promise<void> {
  await lockLesson(db, id);
  const lesson = await findExisting(db, id);
  await deleteLesson(db, id);
  await auditLesson(db, actor, 'deleted', lesson, { old: toAuditValues(lesson) });
}

async function findExisting(db: Db, id: number): Promise<StoredLesson> {
  const lesson = await findLesson(db, id);
  if (!lesson) throw new AppError('lesson_not_found');
  return lesson;
}

/** Lessons belong to no school. */
function auditLesson(
  db: Db,
  actor: Actor,
  action: 'created' | 'changed' | 'deleted',
  { id, title }: StoredLesson,
  details: Record<string, unknown>,
): Promise<void> {
  return writeAuditEntries(db, actor, {
    action,
    subject: 'lesson',
    id,
    name: title,
    schoolId: null,
    details,
  });
}

/** An uploaded thumbnail is kept for a day at least, even before a week uses it. */
export async function saveThumbnail(db: Db, viewer: Viewer, files: { file: string }[]) {
  const [thumbnail] = files;
  if (!thumbnail) {
    const issues = [{ path: 'thumbnail', ...describeProblem('thumbnail_required') }];
    throw new AppError('invalid_input', { issues });
  }
  await addThumbnail(db, thumbnail.file);
  return signThumbnail(viewer, thumbnail.file);
}

export function signThumbnail({ actor, signer }: Viewer, file: string): { url: string } {
  return { url: signer.sign(`${thumbnailsPath}${file}`, actor) };
}

/** Undefined if there is no such thumbnail. */
export async function canReadThumbnail(
  db: Db,
  actor: Actor,
  name: string,
): Promise<boolean | undefined> {
  const uses = await findThumbnailUses(db, name);
  if (!uses || actor.role === 'Admin') return uses && true;
  return uses.some((use) => canRead(actor, use) && canReadContent(actor, use));
}

/** How long an uploaded thumbnail is kept without a week that uses it. */
const unusedHours = 24;

export async function deleteUnusedThumbnails(db: Db, now = new Date()): Promise<void> {
  await deleteThumbnailsWithoutWeek(db, new Date(now.getTime() - unusedHours * 3_600_000));
}

async function parseInput(db: Db, input: LessonInput, { slideHosts }: LessonSettings) {
  const thumbnails = await lockThumbnails(db, listThumbnails(input));
  return parseEntries(input, { slideHosts, thumbnails });
}

function gradeError(): AppError {
  const issues = [{ path: 'grade_id', ...describeProblem('grade_required') }];
  return new AppError('invalid_input', { issues });
}

function toLesson(viewer: Viewer, { entries, ...lesson }: StoredLesson): Lesson {
  const content = entries.map((entry) => toWeekEntry(viewer, entry));
  const activities = content.map(({ week, topic, items, status }) => ({
    week,
    topic,
    items,
    status,
  }));
  return { ...lesson, content, activities };
}

function toWeekEntry({ actor, signer }: Viewer, entry: StoredEntry): WeekEntry {
  const { week, title, status } = entry;
  const { summary, slide, thumbnail, outline, supplies } = canReadContent(actor, entry)
    ? entry
    : hiddenContent;
  return {
    week,
    title,
    status,
    summary,
    canva_link: slide,
    thumbnail: thumbnail && signer.sign(`${thumbnailsPath}${thumbnail}`, actor),
    outline,
    topic: outline.join('\n'),
    items: supplies,
  };
}

const hiddenContent = { summary: '', slide: null, thumbnail: null, outline: [], supplies: [] };
