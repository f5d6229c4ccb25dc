import { id } from '@lop-xanh/contract/fields';
import { lesson, weekEntry } from '@lop-xanh/contract/lessons';
import { type FoundLesson, foundLesson } from '@lop-xanh/contract/search';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const storedEntry = weekEntry
  .omit({ canva_link: true, topic: true, items: true })
  .extend({ slide: z.string().nullable(), supplies: z.array(z.string()) });
export type StoredEntry = z.infer<typeof storedEntry>;

/** A lesson as stored; the service adds signed URLs and leaves out hidden content. */
const storedLesson = lesson
  .omit({ content: true, activities: true })
  .extend({ entries: z.array(storedEntry) });
export type StoredLesson = z.infer<typeof storedLesson>;

function selectLessons(condition: Sql): Sql {
  return sql`
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
}

/** `canRead` as an SQL condition. */
function visibleTo({ role, school_id, grade_ids }: Actor): Sql {
  switch (role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`${school_id}::bigint is not null`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`lesson.grade_id = any(${grade_ids}::smallint[])`;
  }
}

export function listLessons(
  db: Db,
  actor: Actor,
  gradeId: number | undefined,
): Promise<StoredLesson[]> {
  const isOfGrade = gradeId ? sql`and lesson.grade_id = ${gradeId}::bigint` : empty;
  return db.many(storedLesson, selectLessons(sql`${visibleTo(actor)} ${isOfGrade}`));
}

/** The weeks with these beginnings of words in their title, as a tsquery; only an Admin finds inactive ones. */
export function findLessonWeeks(
  db: Db,
  actor: Actor,
  { tsquery, limit }: { tsquery: string; limit: number },
): Promise<FoundLesson[]> {
  return db.many(
    foundLesson,
    sql`
      select entry.lesson_id, entry.week, entry.title, lesson.title as lesson_title,
             grade.name as grade_name
      from lesson_weeks entry
      join lessons lesson on lesson.id = entry.lesson_id
      join grades grade on grade.id = lesson.grade_id
      where get_search_words(entry.title) @@ ${tsquery}::tsquery and ${visibleTo(actor)}
        and ${actor.role === 'Admin' ? sql`true` : sql`entry.status = 'active'`}
      order by lesson.grade_id, entry.week, entry.lesson_id, entry.position
      limit ${limit}`,
  );
}

/** Finds a lesson. Checks no permissions: that is up to the caller. */
export function findLesson(db: Db, id: number): Promise<StoredLesson | undefined> {
  return db.maybeOne(storedLesson, selectLessons(sql`lesson.id = ${id}`));
}

/** Locks the lesson until the transaction ends, so that edits run one by one, and returns its version. */
export async function lockLesson(db: Db, id: number): Promise<number | undefined> {
  const [version] = await db.values(
    z.number(),
    sql`select version from lessons where id = ${id} for update`,
  );
  return version;
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
  const [inserted] = await db.values(
    id,
    sql`
      insert into lessons (title, grade_id) select ${title}::text, id from grades where id = ${gradeId}
      returning id`,
  );
  return inserted;
}

/** Returns false if the grade does not exist. */
export async function updateLesson(
  db: Db,
  id: number,
  { title, gradeId }: LessonHeader,
): Promise<boolean> {
  const updated = await db.run(sql`
    update lessons
    set title = ${title}, grade_id = grade.id, version = version + 1,
        updated_at = ${new Date().toISOString()}
    from grades grade
    where lessons.id = ${id} and grade.id = ${gradeId}`);
  return updated === 1;
}

export async function replaceEntries(
  db: Db,
  lessonId: number,
  entries: StoredEntry[],
): Promise<void> {
  await db.run(sql`delete from lesson_weeks where lesson_id = ${lessonId}`);
  const rows = entries.map((entry, position) => ({ ...entry, position }));
  await db.run(sql`
    insert into lesson_weeks (lesson_id, position, week, title, summary, slide, status, thumbnail,
      outline, supplies)
    select ${lessonId}::bigint, entry.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (position smallint,
      week smallint, title text, summary text, slide text, status text, thumbnail text,
      outline text[], supplies text[])`);
}

export async function deleteLesson(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from lessons where id = ${id}`);
}
