import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Subject } from './erasure.queries.ts';

const photo = z.object({
  id,
  post_id: id,
  post_title: z.string(),
  thumb: z.string().nullable(),
  createdAt: z.string(),
});

/** Files of posts written in a class while the person was in it. */
const fromPhotosOf = (userId: number) => sql`
  from memberships membership
  join posts post on post.school_id = membership.school_id and post.class_id = membership.class_id
    and post.created_at >= membership.started_at
    and (membership.ended_at is null or post.created_at < membership.ended_at)
  join attachments attachment on attachment.post_id = post.id
  where membership.user_id = ${userId}`;

export function listPhotos(db: Db, { id: userId }: Subject) {
  return db.many(
    photo,
    sql`
      select distinct attachment.id, post.id as post_id, post.title as post_title, attachment.thumb,
             post.created_at as "createdAt"
      ${fromPhotosOf(userId)}
      order by post.created_at desc, attachment.id`,
  );
}

/** The stored names of the chosen photos. */
export function findPhotoFiles(
  db: Db,
  { id: userId }: Subject,
  photoIds: number[],
): Promise<string[]> {
  return db.values(
    z.string(),
    sql`
      select distinct attachment.file ${fromPhotosOf(userId)}
        and attachment.id = any(${photoIds}::bigint[])`,
  );
}

/** Removes files from their posts; the next cleanup deletes them if nobody does so before. */
export async function removeFiles(db: Db, files: string[]): Promise<number> {
  const names = await db.values(
    z.string(),
    sql`
      with removed as (
        delete from attachments where file = any(${files}::text[]) returning file, thumb
      )
      select file from removed union all select thumb from removed where thumb is not null`,
  );
  await db.run(sql`
    update stored_files set unreferenced_since = 'epoch' where name = any(${names}::text[])`);
  return files.length;
}
