import type { Db, Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import type { PostFacts } from './posts.rules.ts';

/** Puts the new files behind those that stay. */
export async function addAttachments(
  db: Db,
  actor: Actor,
  { postId, files }: { postId: number; files: ReceivedFile[] },
): Promise<void> {
  if (files.length === 0) return;
  const { last } = await db
    .selectFrom('attachments')
    .select((one) => one.fn.max('position').as('last'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  const rows = files.map((file, at) => ({
    ...file,
    post_id: postId,
    school_id: actor.school_id as number,
    position: (last ?? -1) + 1 + at,
  }));
  await db.insertInto('attachments').values(rows).execute();
}

/** Takes the other files off the post. */
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

/** Puts another file in the place of one. */
export async function replaceFile(
  db: Db,
  { old, file, bytes }: { old: string; file: string; bytes: number },
): Promise<void> {
  await db.updateTable('attachments').set({ file, bytes }).where('file', '=', old).execute();
}

/** What the rules must know of the post that a file belongs to. */
export async function postOfFile(run: Run, name: string): Promise<PostFacts | undefined> {
  const [found] = await run<PostFacts>({
    name: 'post-of-file',
    text: `
      select post.author_id, author.role as author_role, author.class_id as author_class_id,
             post.school_id, post.status
      from attachments
      join posts post on post.id = post_id
      join users author on author.id = post.author_id
      where file = $1 or thumb = $1`,
    values: [name],
  });
  return found;
}
