import { id } from '@lop-xanh/contract/fields';
import { weekStatuses } from '@lop-xanh/contract/lessons';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

export async function addThumbnail(db: Db, file: string): Promise<void> {
  await db.run(sql`insert into lesson_thumbnails (file) values (${file})`);
}

/** Returns those of the files that are thumbnails, and keeps them until the transaction ends. */
export function lockThumbnails(db: Db, files: string[]): Promise<string[]> {
  return db.values(
    z.string(),
    sql`select file from lesson_thumbnails where file = any(${files}::text[]) for key share`,
  );
}

const thumbnailUses = z.array(z.object({ grade_id: id, status: z.enum(weekStatuses) }));

/** Finds the weeks that use a thumbnail; undefined if there is no such thumbnail. */
export async function findThumbnailUses(db: Db, file: string) {
  const [uses] = await db.values(
    thumbnailUses,
    sql`
      select array(
        select json_build_object('grade_id', lesson.grade_id, 'status', entry.status)
        from lesson_weeks entry join lessons lesson on lesson.id = entry.lesson_id
        where entry.thumbnail = thumbnail.file)
      from lesson_thumbnails thumbnail where thumbnail.file = ${file}`,
  );
  return uses;
}

/** Deletes thumbnails that were uploaded before this time and that no week uses. */
export async function deleteThumbnailsWithoutWeek(db: Db, uploadedBefore: Date): Promise<void> {
  await db.run(sql`
    delete from lesson_thumbnails thumbnail
    where uploaded_at < ${uploadedBefore.toISOString()}
      and not exists (select from lesson_weeks entry where entry.thumbnail = thumbnail.file)`);
}
