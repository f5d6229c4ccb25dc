import type { WeekStatus } from '@lop-xanh/contract/lessons';
import type { Db, Statement, StatementRunner } from '../../database/database.ts';
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

/** A lesson as stored; the service adds signed URLs and leaves out hidden content. */
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

/** `canRead` as an SQL condition, with its values. */
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

export function listLessons(
  run: StatementRunner,
  actor: Actor,
  gradeId: number | undefined,
): Promise<StoredLesson[]> {
  const [isVisible, ...values] = visibleTo(actor);
  const condition = `($1::bigint is null or lesson.grade_id = $1) and ${isVisible}`;
  return run(selectLessons(`lessons-${actor.role}`, condition, [gradeId ?? null, ...values]));
}

/** Finds a lesson. Checks no permissions: that is up to the caller. */
export async function findLesson(
  run: StatementRunner,
  id: number,
): Promise<StoredLesson | undefined> {
  const [found] = await run<StoredLesson>(selectLessons('lesson', 'lesson.id = $1::bigint', [id]));
  return found;
}

/** Locks the lesson until the transaction ends, so that edits run one by one, and returns its version. */
export async function lockLesson(db: Db, id: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('lessons')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found?.version;
}

interface LessonHeader {
  title: string;
  gradeId: number;
}

/** Returns the new id, or undefined if the grade does not exist. */
export async function insertLesson(
  db: Db,
  { title, gradeId }: LessonHeader,
): Promise<number | undefined> {
  const added = await db
    .insertInto('lessons')
    .columns(['title', 'grade_id'])
    .expression((eb) =>
      eb
        .selectFrom('grades')
        .select((grades) => [grades.val(title).as('title'), 'id'])
        .where('id', '=', gradeId),
    )
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

/** Returns false if the grade does not exist. */
export async function updateLesson(
  db: Db,
  id: number,
  { title, gradeId }: LessonHeader,
): Promise<boolean> {
  const changed = await db
    .updateTable('lessons')
    .from('grades')
    .set((eb) => ({
      title,
      grade_id: eb.ref('grades.id'),
      version: eb('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('lessons.id', '=', id)
    .where('grades.id', '=', gradeId)
    .returning('lessons.id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function replaceEntries(
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
