import type { Db, Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { namesOf, type ReceivedFile } from '../../storage/receive-form.ts';

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

/** Takes the other files off the post and answers their names, so that they can be removed. */
export async function keepAttachments(
  db: Db,
  { postId, files }: { postId: number; files: string[] },
): Promise<string[]> {
  const gone = await db
    .deleteFrom('attachments')
    .where('post_id', '=', postId)
    .where('file', 'not in', files.length > 0 ? files : [''])
    .returning(['file', 'thumb'])
    .execute();
  return namesOf(gone);
}

/** Which of these names an attachment has, or all that attachments have. */
export async function filesOfAttachments(db: Db, names?: string[]): Promise<string[]> {
  let query = db.selectFrom('attachments').select(['file', 'thumb']);
  if (names)
    query = query.where((one) => one.or([one('file', 'in', names), one('thumb', 'in', names)]));
  return namesOf(await query.execute());
}

export async function postOfFile(run: Run, name: string): Promise<number | undefined> {
  const [found] = await run<{ post_id: number }>({
    name: 'post-of-file',
    text: 'select post_id from attachments where file = $1 or thumb = $1',
    values: [name],
  });
  return found?.post_id;
}
