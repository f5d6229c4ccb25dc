import type { WeekStatus } from '@lop-xanh/contract/lessons';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

export async function addThumbnail(db: Db, file: string): Promise<void> {
  await db.insertInto('lesson_thumbnails').values({ file }).execute();
}

/** Returns those of the files that are thumbnails, and keeps them until the transaction ends. */
export async function lockThumbnails(db: Db, files: string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const locked = await db
    .selectFrom('lesson_thumbnails')
    .select('file')
    .where('file', 'in', files)
    .forKeyShare()
    .execute();
  return locked.map(({ file }) => file);
}

/** Finds the weeks that use a thumbnail; undefined if there is no such thumbnail. */
export async function findThumbnailUses(
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

/** Deletes thumbnails that were uploaded before this time and that no week uses. */
export async function deleteThumbnailsWithoutWeek(db: Db, uploadedBefore: Date): Promise<void> {
  await sql`
    delete from lesson_thumbnails thumbnail
    where uploaded_at < ${uploadedBefore.toISOString()}
      and not exists (select from lesson_weeks entry where entry.thumbnail = thumbnail.file)`.execute(
    db,
  );
}
