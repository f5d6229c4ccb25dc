import type { PostStatus } from '@lop-xanh/contract/posts';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import {
  type BindValue,
  type Db,
  type StatementRunner,
  statement,
} from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import { notifyOfNewPost, type WithQuery } from '../notifications/notify.service.ts';
import type { PostFacts } from './posts.rules.ts';
import { noReactions, selectReactions, visibleName } from './reaction-sql.ts';

export interface StoredAttachment {
  id: number;
  file: string;
  thumb: string | null;
  mime: string;
  filename: string;
  width: number | null;
  height: number | null;
}

/** A post as read from the database: only two columns, because every column of a row costs time. */
export interface StoredPost {
  /** What the service needs for its decisions. */
  facts: PostFacts & {
    id: number;
    version: number;
    reason: string | null;
    decided_by: string | null;
    /** The id of the oldest comment included; null if there are no older ones. */
    oldest_comment: number | null;
    attachments: StoredAttachment[];
  };
  /** The remaining fields of the response, as the text of a JSON object. */
  json: string;
}

interface Selection {
  name: string;
  /** A statement that returns rows of posts, and optionally one that returns their attachments. */
  posts: (value: BindValue) => string;
  attachments?: (value: BindValue) => string;
  /** Notifies users of the posts. */
  notify?: WithQuery;
  order: 'asc' | 'desc';
  /** How many of the latest comments to include; a new post has no comments or likes yet. */
  comments: 'none yet' | number;
}

/**
 * Reads a page of posts with one statement, whatever its length; PostgreSQL builds the JSON. Limits are
 * part of the text: for a limit passed as a value PostgreSQL assumes a tenth of the table and replans
 * every page.
 */
function selectPosts(actor: Actor, { name, ...selection }: Selection) {
  return statement(`${name}-${actor.role}`, (value) => {
    const reactions =
      selection.comments === 'none yet'
        ? noReactions
        : selectReactions(actor, selection.comments, value);
    return `
    with post as (${selection.posts(value)}),
    attachment as (${selection.attachments?.(value) ?? 'select * from attachments'})
    ${selection.notify ? `, ${selection.notify}` : ''}
    select json_build_object(
             'id', post.id, 'school_id', post.school_id, 'author_id', post.author_id,
             'author_role', author.role, 'author_class_id', author.class_id,
             'status', post.status, 'version', post.version, 'reason', post.reason,
             'decided_by', decider.full_name, ${reactions.factFields},
             'attachments', coalesce(post_attachments.list, '[]')
           ) as facts,
           json_build_object(
             'id', post.id, 'author_id', post.author_id, 'author', author.${visibleName(actor)},
             'author_first_name', author.first_name, 'author_last_name', author.last_name,
             'author_display', author.full_name,
             'author_avt', coalesce(author.avatar, '${defaultAvatar}'),
             'authorRole', author.role, 'authorSchoolId', post.school_id,
             'class_name', class.name, 'title', post.title, 'content', post.content,
             'createdAt', post.created_at, 'status', post.status,
             'approved', post.status = 'approved', 'version', post.version,
             ${reactions.jsonFields}
           )::text as json
    from post
    join users author on author.id = post.author_id
    left join classes class on class.id = author.class_id and class.deleted_at is null
    left join users decider on decider.id = post.decided_by
    ${reactions.joins}
    left join lateral (
      select json_agg(json_build_object('id', id, 'file', file, 'thumb', thumb, 'mime', mime,
        'filename', filename, 'width', width, 'height', height) order by position) as list
      from attachment where post_id = post.id
    ) post_attachments on true
    order by post.id ${selection.order}`;
  });
}

/** `canRead` as an SQL condition. */
export function visibleTo({ id, role, school_id, class_ids }: Actor, value: BindValue): string {
  const inOwnSchool = () => `school_id = ${value(school_id, 'bigint')}`;
  switch (role) {
    case 'Admin':
      return 'true';
    case 'Mod':
      return inOwnSchool();
    case 'Teacher':
      return `${inOwnSchool()} and (status = 'approved' or author_id = ${value(id, 'bigint')})`;
    case 'Student':
    case 'Parent':
      return `${inOwnSchool()} and status = 'approved' and author_id in (
        select id from users where role = 'Teacher' and deleted_at is null
          and class_id = any(${value(class_ids, 'bigint[]')}))`;
  }
}

export type AuthorFilter = 'mine' | 'others' | 'all';

function matchesAuthor(filter: AuthorFilter, { id }: Actor, value: BindValue): string {
  if (filter === 'all') return 'true';
  return `author_id ${filter === 'mine' ? '=' : '<>'} ${value(id, 'bigint')}`;
}

export function listFeed(
  run: StatementRunner,
  actor: Actor,
  { authors, before, limit }: { authors: AuthorFilter; before: number; limit: number },
): Promise<StoredPost[]> {
  return run(
    selectPosts(actor, {
      name: `feed-${authors}-${limit}`,
      posts: (value) => `
        select * from posts
        where ${visibleTo(actor, value)} and ${matchesAuthor(authors, actor, value)}
          and id < ${value(before, 'bigint')}
        order by id desc limit ${limit}`,
      order: 'desc',
      comments: limits.commentsOnCard,
    }),
  );
}

const isPendingFor = (actor: Actor, value: BindValue) =>
  `${visibleTo(actor, value)} and status = 'pending' and ${matchesAuthor(
    actor.role === 'Teacher' ? 'mine' : 'all',
    actor,
    value,
  )}`;

export function listPending(
  run: StatementRunner,
  actor: Actor,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPost[]> {
  return run(
    selectPosts(actor, {
      name: `pending-${limit}`,
      posts: (value) => `
        select * from posts where ${isPendingFor(actor, value)} and id > ${value(after, 'bigint')}
        order by id limit ${limit}`,
      order: 'asc',
      comments: limits.commentsOnCard,
    }),
  );
}

export async function countPending(run: StatementRunner, actor: Actor): Promise<number> {
  const [counted] = await run<{ count: number }>(
    statement(
      `count-pending-${actor.role}`,
      (value) => `select count(*) as count from posts where ${isPendingFor(actor, value)}`,
    ),
  );
  return counted?.count ?? 0;
}

/** Finds a post with its latest comments. Checks no permissions: that is up to the caller. */
export async function findPost(
  run: StatementRunner,
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

/** Locks the post until the transaction ends, so that concurrent edits and decisions run one by one. */
export async function lockPost(db: Db, id: number): Promise<void> {
  await db.selectFrom('posts').select('id').where('id', '=', id).forUpdate().execute();
}

interface PostText {
  title: string;
  content: string;
}

const insertFiles = (files: ReceivedFile[]) => (value: BindValue) => {
  const rows = files.map((file, position) => ({ ...file, position }));
  return `
    insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
    select post.school_id, post.id, new_file.*
    from post, jsonb_to_recordset(${value(JSON.stringify(rows), 'jsonb')}) as new_file
      (position smallint, file text, thumb text, mime text, filename text, bytes bigint, width int, height int)
    returning *`;
};

/** Inserts the post with its files, notifies the Mods and returns the post, in one statement. */
export async function insertPost(
  run: StatementRunner,
  actor: Actor,
  { title, content, files }: PostText & { files: ReceivedFile[] },
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
      notify: notifyOfNewPost({ post: 'post' }),
      order: 'asc',
      comments: 'none yet',
    }),
  );
  return post as StoredPost;
}

/** An edited post needs a new decision. */
export async function updatePost(db: Db, id: number, text: PostText): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({
      ...text,
      status: 'pending',
      reason: null,
      decided_by: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function saveDecision(
  db: Db,
  actor: Actor,
  { id, status, reason }: { id: number; status: PostStatus; reason: string | null },
): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({ status, reason, decided_by: actor.id, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}
