import type { PostStatus } from '@lop-xanh/contract/posts';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import { type Db, type Run, statement, type Value } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import { tellingMods } from '../notifications/tell.service.ts';
import type { PostFacts } from './posts.rules.ts';
import { nameFor, noReactions, reactionsOf } from './reaction-parts.ts';

export interface StoredAttachment {
  id: number;
  file: string;
  thumb: string | null;
  mime: string;
  filename: string;
  width: number | null;
  height: number | null;
}

/** A post as the database tells it to a reader: two columns, because each one of a row costs. */
export interface StoredPost {
  /** What the service looks at and decides on. */
  judged: PostFacts & {
    id: number;
    version: number;
    reason: string | null;
    decided_by: string | null;
    /** The oldest of the comments told, where there are older ones. */
    oldest_comment: number | null;
    attachments: StoredAttachment[];
  };
  /** All else that a reader is told, as the text of a JSON object. */
  told: string;
}

interface Selection {
  name: string;
  /** A statement that gives rows of posts, and perhaps one that gives their attachments. */
  posts: (value: Value) => string;
  attachments?: (value: Value) => string;
  /** What else is written for the posts. */
  telling?: string;
  order: 'asc' | 'desc';
  /** How many of the latest comments to tell, or that nobody can have liked or commented yet. */
  comments: 'none yet' | number;
}

/**
 * One statement for a page of posts, whatever its length; PostgreSQL writes the JSON. Limits stand in the
 * text: behind a value PostgreSQL would expect a tenth of the table and plan every page anew.
 */
function selectPosts(actor: Actor, { name, ...selection }: Selection) {
  return statement(`${name}-${actor.role}`, (value) => {
    const reactions =
      selection.comments === 'none yet'
        ? noReactions
        : reactionsOf(actor, selection.comments, value);
    return `
    with post as (${selection.posts(value)}),
    file as (${selection.attachments?.(value) ?? 'select * from attachments'})
    ${selection.telling ? `, told as (${selection.telling})` : ''}
    select json_build_object(
             'id', post.id, 'school_id', post.school_id, 'author_id', post.author_id,
             'author_role', author.role, 'author_class_id', author.class_id,
             'status', post.status, 'version', post.version, 'reason', post.reason,
             'decided_by', decider.full_name, ${reactions.judged},
             'attachments', coalesce(files.list, '[]')
           ) as judged,
           json_build_object(
             'id', post.id, 'author_id', post.author_id, 'author', author.${nameFor(actor)},
             'author_first_name', author.first_name, 'author_last_name', author.last_name,
             'author_display', author.full_name,
             'author_avt', coalesce(author.avatar, '${defaultAvatar}'),
             'authorRole', author.role, 'authorSchoolId', post.school_id,
             'class_name', class.name, 'title', post.title, 'content', post.content,
             'createdAt', post.created_at, 'status', post.status,
             'approved', post.status = 'approved', 'version', post.version,
             ${reactions.told}
           )::text as told
    from post
    join users author on author.id = post.author_id
    left join classes class on class.id = author.class_id and class.deleted_at is null
    left join users decider on decider.id = post.decided_by
    ${reactions.joins}
    left join lateral (
      select json_agg(json_build_object('id', id, 'file', file, 'thumb', thumb, 'mime', mime,
        'filename', filename, 'width', width, 'height', height) order by position) as list
      from file where post_id = post.id
    ) files on true
    order by post.id ${selection.order}`;
  });
}

/** The list's side of `canRead`. */
export function visibleTo({ id, role, school_id, class_ids }: Actor, value: Value): string {
  const isOfOwnSchool = () => `school_id = ${value(school_id, 'bigint')}`;
  switch (role) {
    case 'Admin':
      return 'true';
    case 'Mod':
      return isOfOwnSchool();
    case 'Teacher':
      return `${isOfOwnSchool()} and (status = 'approved' or author_id = ${value(id, 'bigint')})`;
    case 'Student':
    case 'Parent':
      return `${isOfOwnSchool()} and status = 'approved' and author_id in (
        select id from users where role = 'Teacher' and deleted_at is null
          and class_id = any(${value(class_ids, 'bigint[]')}))`;
  }
}

/** Own posts alone, all but own ones, or both. */
export type Whose = 'mine' | 'others' | 'all';

function written(whose: Whose, { id }: Actor, value: Value): string {
  if (whose === 'all') return 'true';
  return `author_id ${whose === 'mine' ? '=' : '<>'} ${value(id, 'bigint')}`;
}

export function feedPage(
  run: Run,
  actor: Actor,
  { whose, before, limit }: { whose: Whose; before: number; limit: number },
): Promise<StoredPost[]> {
  return run(
    selectPosts(actor, {
      name: `feed-${whose}-${limit}`,
      posts: (value) => `
        select * from posts
        where ${visibleTo(actor, value)} and ${written(whose, actor, value)}
          and id < ${value(before, 'bigint')}
        order by id desc limit ${limit}`,
      order: 'desc',
      comments: limits.commentsOnCard,
    }),
  );
}

const pendingFor = (actor: Actor, value: Value) =>
  `${visibleTo(actor, value)} and status = 'pending' and ${written(
    actor.role === 'Teacher' ? 'mine' : 'all',
    actor,
    value,
  )}`;

export function pendingPage(
  run: Run,
  actor: Actor,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPost[]> {
  return run(
    selectPosts(actor, {
      name: `pending-${limit}`,
      posts: (value) => `
        select * from posts where ${pendingFor(actor, value)} and id > ${value(after, 'bigint')}
        order by id limit ${limit}`,
      order: 'asc',
      comments: limits.commentsOnCard,
    }),
  );
}

export async function countPending(run: Run, actor: Actor): Promise<number> {
  const [counted] = await run<{ count: number }>(
    statement(
      `count-pending-${actor.role}`,
      (value) => `select count(*) as count from posts where ${pendingFor(actor, value)}`,
    ),
  );
  return counted?.count ?? 0;
}

/** One post with its latest comments, whoever asks: the rules decide what becomes of it. */
export async function findPost(
  run: Run,
  actor: Actor,
  id: number,
): Promise<StoredPost | undefined> {
  const [found] = await run<StoredPost>(
    selectPosts(actor, {
      name: 'post',
      posts: (value) => `select * from posts where id = ${value(id, 'bigint')}`,
      order: 'asc',
      comments: limits.commentsOnPage,
    }),
  );
  return found;
}

/** Locks the post for the rest of the transaction: of two decisions or edits at once, one waits. */
export async function lockPost(db: Db, id: number): Promise<void> {
  await db.selectFrom('posts').select('id').where('id', '=', id).forUpdate().execute();
}

interface Text {
  title: string;
  content: string;
}

const insertFiles = (files: ReceivedFile[]) => (value: Value) => {
  const placed = files.map((file, position) => ({ ...file, position }));
  return `
    insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
    select post.school_id, post.id, given.*
    from post, jsonb_to_recordset(${value(JSON.stringify(placed), 'jsonb')}) as given
      (position smallint, file text, thumb text, mime text, filename text, bytes bigint, width int, height int)
    returning *`;
};

/** The post with its files, its news for the Mods, and what it then tells its author, in one statement. */
export async function insertPost(
  run: Run,
  actor: Actor,
  { title, content, files }: Text & { files: ReceivedFile[] },
): Promise<StoredPost> {
  const [post] = await run<StoredPost>(
    selectPosts(actor, {
      name: files.length > 0 ? 'submit-with-files' : 'submit',
      posts: (value) => `
        insert into posts (school_id, author_id, title, content)
        values (${value(actor.school_id, 'bigint')}, ${value(actor.id, 'bigint')},
          ${value(title, 'text')}, ${value(content, 'text')})
        returning *`,
      attachments:
        files.length > 0 ? insertFiles(files) : () => 'select * from attachments where false',
      telling: tellingMods('post'),
      order: 'asc',
      comments: 'none yet',
    }),
  );
  return post as StoredPost;
}

/** An edited post waits for a decision again. */
export async function rewritePost(db: Db, id: number, text: Text): Promise<void> {
  await db
    .updateTable('posts')
    .set((post) => ({
      ...text,
      status: 'pending',
      reason: null,
      decided_by: null,
      version: post('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function decidePost(
  db: Db,
  actor: Actor,
  { id, status, reason }: { id: number; status: PostStatus; reason: string | null },
): Promise<void> {
  await db
    .updateTable('posts')
    .set((post) => ({ status, reason, decided_by: actor.id, version: post('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}
