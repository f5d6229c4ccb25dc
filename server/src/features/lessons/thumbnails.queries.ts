import type { WeekStatus } from '@lop-xanh/contract/lessons';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

export async function addThumbnail(db: Db, file: string): Promise<void> {
  await db.insertInto('lesson_thumbnails').values({ file }).execute();
}

/** Which of these are thumbnails; those stay until the transaction ends. */
export async function holdThumbnails(db: Db, files: string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const held = await db
    .selectFrom('lesson_thumbnails')
    .select('file')
    .where('file', 'in', files)
    .forKeyShare()
    .execute();
  return held.map(({ file }) => file);
}

/** Where a thumbnail is shown, or undefined for a name that is none. */
export async function usesOfThumbnail(
  db: Db,
  file: string,
): Promise<{ grade_id: number; status: WeekStatus }[] | undefined> {
  const rows = await db
    .selectFrom('lesson_thumbnails as thumbnail')
    .leftJoin('lesson_weeks as entry', 'entry.thumbnail', 'thumbnail.file')
    .leftJoin('lessons as lesson', 'lesson.id', 'entry.lesson_id')
    .select(['lesson.grade_id', 'entry.status'])
    .where('thumbnail.file', '=', file)
    .execute();
  if (rows.length === 0) return undefined;
  return rows.filter(({ grade_id }) => grade_id !== null) as {
    grade_id: number;
    status: WeekStatus;
  }[];
}

/** Forgets the pictures that no week shows, once they have had time to find one. */
export async function deleteUnusedThumbnails(db: Db, uploadedBefore: Date): Promise<void> {
  await sql`
    delete from lesson_thumbnails thumbnail
    where uploaded_at < ${uploadedBefore.toISOString()}
      and not exists (select from lesson_weeks entry where entry.thumbnail = thumbnail.file)`.execute(
    db,
  );
}
