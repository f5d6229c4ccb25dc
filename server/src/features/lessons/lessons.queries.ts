import type { WeekStatus } from '@lop-xanh/contract/lessons';
import type { Db, Run, Statement } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { LessonFacts } from './lessons.rules.ts';

export interface StoredEntry {
  week: number;
  title: string;
  summary: string;
  slide: string | null;
  status: WeekStatus;
  thumbnail: string | null;
  outline: string[];
  supplies: string[];
}

/** A lesson as it is kept; the service adds the reader's urls and leaves out what is hidden. */
export interface StoredLesson extends LessonFacts {
  id: number;
  title: string;
  grade_name: string;
  version: number;
  updatedAt: string;
  entries: StoredEntry[];
}

function selectLessons(name: string, condition: string, values: unknown[]): Statement {
  const text = `
    select lesson.id, lesson.title, lesson.grade_id, grade.name as grade_name, lesson.version,
           lesson.updated_at as "updatedAt", coalesce(entries.list, '[]') as entries
    from lessons lesson
    join grades grade on grade.id = lesson.grade_id
    left join lateral (
      select json_agg(json_build_object('week', week, 'title', title, 'summary', summary,
        'slide', slide, 'status', status, 'thumbnail', thumbnail, 'outline', outline,
        'supplies', supplies) order by position) as list
      from lesson_weeks where lesson_id = lesson.id
    ) entries on true
    where ${condition}
    order by lesson.grade_id, lesson.id`;
  return { name, text, values };
}

/** The list's side of `canRead`, with the values that it compares. */
function visibleTo({ role, school_id, grade_ids }: Actor): [string, ...unknown[]] {
  switch (role) {
    case 'Admin':
      return ['true'];
    case 'Mod':
      return ['$2::bigint is not null', school_id];
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return ['lesson.grade_id = any($2::smallint[])', grade_ids];
  }
}

export function lessonsOf(
  run: Run,
  actor: Actor,
  gradeId: number | undefined,
): Promise<StoredLesson[]> {
  const [isVisible, ...compared] = visibleTo(actor);
  const condition = `($1::bigint is null or lesson.grade_id = $1) and ${isVisible}`;
  return run(selectLessons(`lessons-${actor.role}`, condition, [gradeId ?? null, ...compared]));
}

/** One lesson, whoever asks: the rules decide what becomes of it. */
export async function findLesson(run: Run, id: number): Promise<StoredLesson | undefined> {
  const [found] = await run<StoredLesson>(selectLessons('lesson', 'lesson.id = $1::bigint', [id]));
  return found;
}

/** Locks the lesson for the rest of the transaction and answers its version: of two edits one waits. */
export async function lockLesson(db: Db, id: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('lessons')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found?.version;
}

interface Heading {
  title: string;
  gradeId: number;
}

/** Answers the new id, or undefined where there is no such grade. */
export async function insertLesson(
  db: Db,
  { title, gradeId }: Heading,
): Promise<number | undefined> {
  const added = await db
    .insertInto('lessons')
    .columns(['title', 'grade_id'])
    .expression((from) =>
      from
        .selectFrom('grades')
        .select((grade) => [grade.val(title).as('title'), 'id'])
        .where('id', '=', gradeId),
    )
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

/** Answers whether there is such a grade. */
export async function rewriteLesson(
  db: Db,
  id: number,
  { title, gradeId }: Heading,
): Promise<boolean> {
  const changed = await db
    .updateTable('lessons')
    .from('grades')
    .set((lesson) => ({
      title,
      grade_id: lesson.ref('grades.id'),
      version: lesson('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('lessons.id', '=', id)
    .where('grades.id', '=', gradeId)
    .returning('lessons.id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** The lesson's entries become these, in this order. */
export async function writeEntries(
  db: Db,
  lessonId: number,
  entries: StoredEntry[],
): Promise<void> {
  await db.deleteFrom('lesson_weeks').where('lesson_id', '=', lessonId).execute();
  if (entries.length === 0) return;
  const rows = entries.map((entry, position) => ({ ...entry, lesson_id: lessonId, position }));
  await db.insertInto('lesson_weeks').values(rows).execute();
}

export async function deleteLesson(db: Db, id: number): Promise<void> {
  await db.deleteFrom('lessons').where('id', '=', id).execute();
}
