import type { Lesson, LessonInput, TaughtClass, WeekEntry } from '@lop-xanh/contract/lessons';
import { messages } from '@lop-xanh/contract/messages';
import { type Db, type Run, within } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import type { Reader } from '../../storage/signed-urls.ts';
import { takenWeeks } from '../attendance/attendance.service.ts';
import { noteActs } from '../audit/audit.service.ts';
import { lessonChanges, valuesOf } from './lesson-changes.ts';
import {
  deleteLesson,
  findLesson,
  insertLesson,
  lessonsOf,
  lockLesson,
  rewriteLesson,
  type StoredEntry,
  type StoredLesson,
  writeEntries,
} from './lessons.queries.ts';
import { canRead, canReadContent } from './lessons.rules.ts';
import {
  addThumbnail,
  deleteUnusedThumbnails,
  holdThumbnails,
  usesOfThumbnail,
} from './thumbnails.queries.ts';
import { entriesOf, namedThumbnails, thumbnailsPath } from './written-lesson.ts';

/** The lessons of the reader's grades, or of one of them, and how far the reader's classes are. */
export async function readLibrary(
  run: Run,
  reader: Reader,
  gradeId: number | undefined,
): Promise<{ lessons: Lesson[]; classes: TaughtClass[] }> {
  const [lessons, classes] = await Promise.all([
    lessonsOf(run, reader.actor, gradeId),
    takenWeeks(run, reader.actor, gradeId),
  ]);
  return { lessons: lessons.map((lesson) => shown(reader, lesson)), classes };
}

export async function readLesson(run: Run, reader: Reader, id: number): Promise<Lesson> {
  const lesson = await findLesson(run, id);
  if (!lesson || !canRead(reader.actor, lesson)) throw new AppError('lesson_not_found');
  return shown(reader, lesson);
}

/** What the operator allows beside what everybody has. */
interface Settings {
  slideHosts: readonly string[];
}

export async function addLesson(
  db: Db,
  reader: Reader,
  written: LessonInput,
  settings: Settings,
): Promise<Lesson> {
  const entries = await checkedEntries(db, written, settings);
  const { title, grade_id: gradeId } = written;
  const id = await insertLesson(db, { title, gradeId });
  if (id === undefined) throw noSuchGrade();
  await writeEntries(db, id, entries);
  const lesson = await findStored(db, id);
  await note(db, reader.actor, 'created', lesson, { new: valuesOf(lesson) });
  return shown(reader, lesson);
}

/** Changes what the Admin saw; a lesson that another one changed since is a conflict. */
export async function editLesson(
  db: Db,
  reader: Reader,
  { id, version, ...written }: LessonInput & { id: number; version?: number | undefined },
  settings: Settings,
): Promise<Lesson> {
  const current = await lockLesson(db, id);
  if (current === undefined) throw new AppError('lesson_not_found');
  if (version !== undefined && version !== current) throw new AppError('lesson_changed');
  const before = await findStored(db, id);
  const entries = await checkedEntries(db, written, settings);
  const { title, grade_id: gradeId } = written;
  if (!(await rewriteLesson(db, id, { title, gradeId }))) throw noSuchGrade();
  await writeEntries(db, id, entries);
  const after = await findStored(db, id);
  const changes = lessonChanges(before, after);
  if (changes) await note(db, reader.actor, 'changed', after, { ...changes });
  return shown(reader, after);
}

export async function removeLesson(db: Db, actor: Actor, id: number): Promise<void> {
  await lockLesson(db, id);
  const lesson = await findStored(db, id);
  await deleteLesson(db, id);
  await note(db, actor, 'deleted', lesson, { old: valuesOf(lesson) });
}

async function findStored(db: Db, id: number): Promise<StoredLesson> {
  const lesson = await findLesson(within(db), id);
  if (!lesson) throw new AppError('lesson_not_found');
  return lesson;
}

/** Lessons are every school's. */
function note(
  db: Db,
  actor: Actor,
  action: 'created' | 'changed' | 'deleted',
  { id, title }: StoredLesson,
  details: Record<string, unknown>,
): Promise<void> {
  return noteActs(db, actor, {
    action,
    subject: 'lesson',
    id,
    name: title,
    schoolId: null,
    details,
  });
}

/** Keeps an uploaded picture until a week shows it, for a day at least. */
export async function keepThumbnail(db: Db, reader: Reader, files: { file: string }[]) {
  const [picture] = files;
  if (!picture) {
    const issues = [{ path: 'thumbnail', message: 'Hãy chọn một ảnh' }];
    throw new AppError('invalid_input', { issues });
  }
  await addThumbnail(db, picture.file);
  return thumbnailUrl(reader, picture.file);
}

export function thumbnailUrl({ actor, signer }: Reader, file: string): { url: string } {
  return { url: signer.sign(`${thumbnailsPath}${file}`, actor) };
}

/** Whether the actor may have a picture, or undefined where there is none. */
export async function mayReadThumbnail(
  db: Db,
  actor: Actor,
  name: string,
): Promise<boolean | undefined> {
  const uses = await usesOfThumbnail(db, name);
  if (!uses || actor.role === 'Admin') return uses && true;
  return uses.some((use) => canRead(actor, use) && canReadContent(actor, use));
}

/** An uploaded picture has so long to find a week. */
const unusedHours = 24;

export async function forgetUnusedThumbnails(db: Db, now = new Date()): Promise<void> {
  await deleteUnusedThumbnails(db, new Date(now.getTime() - unusedHours * 3_600_000));
}

async function checkedEntries(db: Db, written: LessonInput, { slideHosts }: Settings) {
  const thumbnails = await holdThumbnails(db, namedThumbnails(written));
  return entriesOf(written, { slideHosts, thumbnails });
}

function noSuchGrade(): AppError {
  const issues = [{ path: 'grade_id', message: messages.lessons.gradeRequired }];
  return new AppError('invalid_input', { issues });
}

function shown(reader: Reader, { entries, ...lesson }: StoredLesson): Lesson {
  const content = entries.map((entry) => shownEntry(reader, entry));
  const activities = content.map(({ week, topic, items, status }) => ({
    week,
    topic,
    items,
    status,
  }));
  return { ...lesson, content, activities };
}

function shownEntry({ actor, signer }: Reader, entry: StoredEntry): WeekEntry {
  const { week, title, status } = entry;
  const { summary, slide, thumbnail, outline, supplies } = canReadContent(actor, entry)
    ? entry
    : withheld;
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

const withheld = { summary: '', slide: null, thumbnail: null, outline: [], supplies: [] };
