import type { PostStatus } from '@lop-xanh/contract/posts';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import { notifyOfNewPost } from '../notifications/notify.service.ts';
import { type StoredPost, selectPosts, storedPost } from './posts.queries.ts';
import { isSubstitute, type PhotoConfirmation } from './posts.rules.ts';

/** Locks the post until the transaction ends, so that concurrent edits and decisions run one by one. */
export async function lockPost(db: Db, id: number): Promise<void> {
  await db.run(sql`select from posts where id = ${id} for update`);
}

/** A new file of a post. */
export type PostFile = ReceivedFile & { blurredFaces: number };

interface PostText {
  title: string;
  content: string;
}

function insertFiles(files: PostFile[]): Sql {
  const rows = files.map((file, position) => ({ ...file, position }));
  return sql`
    insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height,
      blurred_faces)
    select post.school_id, post.id, new_file.*
    from post, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new_file
      (position smallint, file text, thumb text, mime text, filename text, bytes bigint, width int, height int,
       "blurredFaces" smallint)
    returning *`;
}

/** Inserts the post with its files, notifies the Mods and returns the post, in one statement. */
export function insertPost(
  db: Db,
  actor: Actor,
  {
    title,
    content,
    classId,
    files,
    photosConfirmed = false,
  }: PostText & {
    classId: number | null;
    files: PostFile[];
    photosConfirmed?: boolean | undefined;
  },
): Promise<StoredPost> {
  return db.one(
    storedPost,
    selectPosts(actor, {
      posts: sql`
        insert into posts (school_id, author_id, class_id, is_by_substitute, title, content,
          photos_confirmed_at)
        values (${actor.school_id}, ${actor.id}, ${classId}, ${isSubstitute(actor, classId)},
          ${title}, ${content},
          case when ${photosConfirmed && files.length > 0}::boolean then now() end)
        returning *`,
      attachments:
        files.length > 0 ? insertFiles(files) : sql`select * from attachments where false`,
      notify: notifyOfNewPost({ post: sql`post` }),
      order: sql`asc`,
      comments: 'none yet',
    }),
  );
}

/** An edited post needs a new decision. */
export async function updatePost(
  db: Db,
  id: number,
  { title, content, confirmation }: PostText & { confirmation: PhotoConfirmation },
): Promise<void> {
  await db.run(sql`
    update posts
    set title = ${title}, content = ${content}, reason = null, decided_by = null, version = version + 1,
        photos_confirmed_at = case ${confirmation}::text
          when 'given' then now() when 'kept' then photos_confirmed_at end,
        status = 'pending', submitted_at = case when status = 'pending' then submitted_at else now() end
    where id = ${id}`);
}

export async function saveDecision(
  db: Db,
  actor: Actor,
  { id, status, reason }: { id: number; status: PostStatus; reason: string | null },
): Promise<void> {
  await db.run(sql`
    update posts
    set status = ${status}, reason = ${reason}, decided_by = ${actor.id}, version = version + 1
    where id = ${id}`);
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from posts where id = ${id}`);
}
