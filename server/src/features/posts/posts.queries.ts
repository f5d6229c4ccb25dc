import type { Comment, PostStatus } from '@lop-xanh/contract/posts';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import type { Db, Run, Statement } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { PostFacts } from './posts.rules.ts';

export interface StoredAttachment {
  id: number;
  file: string;
  thumb: string | null;
  mime: string;
  filename: string;
  width: number | null;
  height: number | null;
}

/** A post as the database tells it to a reader; the service adds the reader's urls and abilities. */
export interface StoredPost extends PostFacts {
  id: number;
  author: string;
  author_first_name: string;
  author_last_name: string;
  author_display: string;
  author_avt: string;
  class_name: string | null;
  title: string;
  content: string;
  createdAt: string;
  version: number;
  reason: string | null;
  decided_by: string | null;
  likes: string[];
  liked: boolean;
  comments: Comment[];
  commentCount: number;
  attachments: StoredAttachment[];
}

const commentObject = `json_build_object(
  'id', comment.id, 'user', person.username, 'user_id', person.id, 'text', comment.text,
  'first_name', person.first_name, 'last_name', person.last_name,
  'avt', coalesce(person.avatar, '${defaultAvatar}'), 'createdAt', comment.created_at)`;

/** Collects the values of a statement while its text is written. */
type Value = (value: unknown, type: string) => string;

interface Selection {
  name: string;
  condition: (value: Value) => string;
  order: 'asc' | 'desc';
  limit?: number;
  commentLimit?: number;
}

/** One statement for a page of posts, whatever its length. */
function selectPosts(actor: Actor, selection: Selection): Statement {
  const values: unknown[] = [];
  const value: Value = (one, type) => `$${values.push(one)}::${type}`;
  const limited = (count: number | undefined) => (count ? `limit ${value(count, 'int')}` : '');
  const text = `
    select post.id, post.school_id, post.author_id, author.role as author_role,
           author.class_id as author_class_id, author.username as author,
           author.first_name as author_first_name, author.last_name as author_last_name,
           btrim(author.last_name || ' ' || author.first_name) as author_display,
           coalesce(author.avatar, '${defaultAvatar}') as author_avt,
           class.name as class_name, post.title, post.content, post.created_at as "createdAt",
           post.status, post.version, post.reason,
           btrim(decider.last_name || ' ' || decider.first_name) as decided_by,
           coalesce(liked.names, '[]') as likes, coalesce(liked.mine, false) as liked,
           coalesce(said.latest, '[]') as comments,
           (select count(*) from comments where post_id = post.id) as "commentCount",
           coalesce(files.list, '[]') as attachments
    from (
      select * from posts where ${selection.condition(value)}
      order by id ${selection.order} ${limited(selection.limit)}
    ) post
    join users author on author.id = post.author_id
    left join classes class on class.id = author.class_id and class.deleted_at is null
    left join users decider on decider.id = post.decided_by
    left join lateral (
      select json_agg(person.username order by one.created_at) as names,
             bool_or(one.user_id = ${value(actor.id, 'bigint')}) as mine
      from likes one join users person on person.id = one.user_id
      where one.post_id = post.id
    ) liked on true
    left join lateral (
      select json_agg(${commentObject} order by comment.id) as latest
      from (
        select * from comments where post_id = post.id
        order by id desc ${limited(selection.commentLimit)}
      ) comment
      join users person on person.id = comment.user_id
    ) said on true
    left join lateral (
      select json_agg(json_build_object('id', id, 'file', file, 'thumb', thumb, 'mime', mime,
        'filename', filename, 'width', width, 'height', height) order by position) as list
      from attachments where post_id = post.id
    ) files on true
    order by post.id ${selection.order}`;
  return { name: `${selection.name}-${actor.role}`, text, values };
}

/** The list's side of `canRead`. */
function visibleTo({ id, role, school_id, class_ids }: Actor, value: Value): string {
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
      name: `feed-${whose}`,
      condition: (value) =>
        `${visibleTo(actor, value)} and ${written(whose, actor, value)} and id < ${value(before, 'bigint')}`,
      order: 'desc',
      limit,
      commentLimit: limits.commentsOnCard,
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
      name: 'pending',
      condition: (value) => `${pendingFor(actor, value)} and id > ${value(after, 'bigint')}`,
      order: 'asc',
      limit,
      commentLimit: limits.commentsOnCard,
    }),
  );
}

export async function countPending(run: Run, actor: Actor): Promise<number> {
  const values: unknown[] = [];
  const condition = pendingFor(actor, (one, type) => `$${values.push(one)}::${type}`);
  const rows = await run<{ count: number }>({
    name: `count-pending-${actor.role}`,
    text: `select count(*) as count from posts where ${condition}`,
    values,
  });
  return rows[0]?.count ?? 0;
}

/** One post with all its comments, whoever asks: the rules decide what becomes of it. */
export async function findPost(
  run: Run,
  actor: Actor,
  id: number,
): Promise<StoredPost | undefined> {
  const [found] = await run<StoredPost>(
    selectPosts(actor, {
      name: 'post',
      condition: (value) => `id = ${value(id, 'bigint')}`,
      order: 'asc',
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

export async function insertPost(db: Db, actor: Actor, text: Text): Promise<number> {
  const { id } = await db
    .insertInto('posts')
    .values({ ...text, school_id: actor.school_id as number, author_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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

/** Likes or unlikes; doing it twice changes nothing. */
export async function setLike(db: Db, actor: Actor, id: number, isLiked: boolean): Promise<void> {
  if (isLiked) {
    await db
      .insertInto('likes')
      .values({ post_id: id, user_id: actor.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db
      .deleteFrom('likes')
      .where('post_id', '=', id)
      .where('user_id', '=', actor.id)
      .execute();
  }
}

export async function insertComment(
  db: Db,
  actor: Actor,
  { postId, text }: { postId: number; text: string },
): Promise<Comment> {
  const { id, created_at } = await db
    .insertInto('comments')
    .values({ post_id: postId, user_id: actor.id, text })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const { username: user, id: user_id, first_name, last_name, avt } = actor;
  return { id, user, user_id, text, first_name, last_name, avt, createdAt: created_at };
}
