import type { Db, StatementRunner } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import type { PostFacts } from './posts.rules.ts';

/** Appends the files to those the post already has. */
export async function addAttachments(
  db: Db,
  actor: Actor,
  { postId, files }: { postId: number; files: ReceivedFile[] },
): Promise<void> {
  if (files.length === 0) return;
  const { last } = await db
    .selectFrom('attachments')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  const rows = files.map((file, index) => ({
    ...file,
    post_id: postId,
    school_id: actor.school_id as number,
    position: (last ?? -1) + 1 + index,
  }));
  await db.insertInto('attachments').values(rows).execute();
}

/** Deletes every attachment of the post except these files. */
export async function keepAttachments(
  db: Db,
  { postId, files }: { postId: number; files: string[] },
): Promise<void> {
  await db
    .deleteFrom('attachments')
    .where('post_id', '=', postId)
    .where('file', 'not in', files.length > 0 ? files : [''])
    .execute();
}

export async function replaceFile(
  db: Db,
  { old, file, bytes }: { old: string; file: string; bytes: number },
): Promise<void> {
  await db.updateTable('attachments').set({ file, bytes }).where('file', '=', old).execute();
}

export async function findPostOfFile(
  run: StatementRunner,
  name: string,
): Promise<PostFacts | undefined> {
  const [found] = await run<PostFacts>({
    name: 'post-of-file',
    text: `
      select post.author_id, author.role as author_role, author.class_id as author_class_id,
             post.school_id, post.status
      from attachments attachment
      join posts post on post.id = attachment.post_id
      join users author on author.id = post.author_id
      where attachment.file = $1 or attachment.thumb = $1`,
    values: [name],
  });
  return found;
}
