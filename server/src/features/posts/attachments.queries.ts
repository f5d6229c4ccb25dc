import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { postFacts, selectIsOfOwnClass } from './posts.queries.ts';
import type { PostFacts } from './posts.rules.ts';
import type { PostFile } from './write-posts.queries.ts';

/** Appends the files to those the post already has. */
export async function addAttachments(
  db: Db,
  actor: Actor,
  { postId, files }: { postId: number; files: PostFile[] },
): Promise<void> {
  const rows = files.map((file, index) => ({ ...file, index }));
  await db.run(sql`
    insert into attachments
      (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height,
       blurred_faces)
    select ${actor.school_id}::bigint, ${postId}::bigint, next.position + index, file, thumb, mime, filename,
           bytes, width, height, "blurredFaces"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new_file
      (index int, file text, thumb text, mime text, filename text, bytes bigint, width int, height int,
       "blurredFaces" smallint),
      (select coalesce(max(position) + 1, 0) as position from attachments
       where post_id = ${postId}) next
    order by index`);
}

/** Deletes every attachment of the post except these files. */
export async function keepAttachments(
  db: Db,
  { postId, files }: { postId: number; files: string[] },
): Promise<void> {
  await db.run(
    sql`delete from attachments where post_id = ${postId} and file <> all(${files}::text[])`,
  );
}

export async function replaceFile(
  db: Db,
  { old, file, bytes }: { old: string; file: string; bytes: number },
): Promise<void> {
  await db.run(sql`update attachments set file = ${file}, bytes = ${bytes} where file = ${old}`);
}

export async function findPostOfFile(
  db: Db,
  actor: Actor,
  name: string,
): Promise<PostFacts | undefined> {
  const [post] = await db.many(
    postFacts,
    sql`
      select post.author_id, post.school_id, post.status,
             ${selectIsOfOwnClass(actor, sql`post`)} as is_of_own_class
      from attachments attachment
      join posts post on post.id = attachment.post_id
      where attachment.file = ${name} or attachment.thumb = ${name}`,
  );
  return post;
}
