import { id } from '@lop-xanh/contract/fields';
import { attachment, postStatuses } from '@lop-xanh/contract/posts';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../../database/database.ts';
import { jsonObject, toJson } from '../../database/json-sql.ts';
import type { Actor } from '../../http/authentication.ts';
import { visibleName } from './comment-sql.ts';
import { listOwnStudents } from './posts.rules.ts';
import { noReactions, selectReactions } from './reaction-sql.ts';

/** What the rules need to know about a post: `PostFacts`. */
export const postFacts = z.object({
  author_id: id,
  school_id: id,
  status: z.enum(postStatuses),
  is_of_own_class: z.boolean(),
});

/** A post as read from the database: only two columns, because every column of a row costs time. */
export const storedPost = z.object({
  /** What the service needs for its decisions. */
  facts: postFacts.extend({
    id,
    has_comments_on: z.boolean(),
    version: z.number(),
    reason: z.string().nullable(),
    decided_by: z.string().nullable(),
    /** The id of the oldest comment included; null if there are no older ones. */
    oldest_comment: id.nullable(),
    is_last_page: z.boolean(),
    attachments: z.array(attachment.omit({ url: true }).extend({ file: z.string() })),
  }),
  /** The remaining fields of the response, as the text of a JSON object. */
  json: z.string(),
});
export type StoredPost = z.infer<typeof storedPost>;

interface Selection {
  /** A statement that returns rows of posts, and optionally one that returns their attachments. */
  posts: Sql;
  attachments?: Sql;
  /** A named query that notifies users of the posts. */
  notify?: Sql;
  order: Sql;
  /** How many posts to read; the statement returns one more if there is a next page. */
  limit?: number;
  /** `isOfOwnClass`, unless it is known. */
  isOfOwnClass?: Sql;
  /** How many of the latest comments to include; a new post has no comments or likes yet. */
  comments: 'none yet' | number;
}

/**
 * Reads a page of posts with one statement, whatever its length; PostgreSQL builds the JSON. Limits are
 * part of the text: for a limit passed as a value PostgreSQL assumes a tenth of the table and replans
 * every page.
 */
export function selectPosts(
  actor: Actor,
  {
    posts,
    attachments = sql`select * from attachments`,
    notify,
    order,
    limit,
    isOfOwnClass = selectIsOfOwnClass(actor, sql`post`),
    comments,
  }: Selection,
): Sql {
  const reactions = comments === 'none yet' ? noReactions : selectReactions(actor, comments);
  return sql`
    with post as (${posts}), attachment as (${attachments})
    ${notify ? sql`, ${notify}` : empty}
    select json_build_object(
             'id', post.id, 'school_id', post.school_id, 'author_id', post.author_id,
             'is_of_own_class', ${isOfOwnClass}, 'status', post.status, 'version', post.version, 'reason', post.reason,
             'has_comments_on', class.comment_mode is distinct from 'off'
               and post.school_id not in (select id from schools where comment_mode = 'off'),
             'decided_by', decider.full_name, ${reactions.factFields},
             'attachments', coalesce(post_attachments.list, '[]'),
             'is_last_page', ${limit ? sql`(select count(*) <= ${literal(limit)} from post)` : sql`true`}
           ) as facts,
           ${jsonObject({
             id: sql`post.id`,
             author_id: sql`post.author_id`,
             author: sql`to_json(author.${visibleName(actor)})`,
             author_first_name: sql`to_json(author.first_name)`,
             author_last_name: sql`to_json(author.last_name)`,
             author_display: sql`to_json(author.full_name)`,
             author_avt: sql`to_json(coalesce(author.avatar, ${defaultAvatar}))`,
             authorRole: sql`to_json(author.role)`,
             authorSchoolId: sql`post.school_id`,
             class_id: toJson(sql`class.id`),
             class_name: toJson(sql`class.name`),
             isBySubstitute: sql`to_json(post.is_by_substitute)`,
             title: sql`to_json(post.title)`,
             content: sql`to_json(post.content)`,
             createdAt: sql`to_json(post.created_at)`,
             status: sql`to_json(post.status)`,
             approved: sql`to_json(post.status = 'approved')`,
             version: sql`post.version`,
             ...reactions.jsonFields,
           })} as json
    from ${limit ? sql`(select * from post order by id ${order} limit ${literal(limit)})` : empty} post
    join users author on author.id = post.author_id
    left join classes class on class.id = post.class_id
    left join users decider on decider.id = post.decided_by
    ${reactions.joins}
    left join lateral (
      select json_agg(json_build_object('id', id, 'file', file, 'thumb', thumb, 'mime', mime,
        'filename', filename, 'width', width, 'height', height,
        'blurredFaces', blurred_faces) order by position) as list
      from attachment where post_id = post.id
    ) post_attachments on true
    order by post.id ${order}`;
}

/** Whether a student or parent belongs to the class of the post, or left it after the post was written. */
export function selectIsOfOwnClass(actor: Actor, post: Sql): Sql {
  const studentIds = listOwnStudents(actor);
  if (studentIds.length === 0) return sql`false`;
  return sql`exists (
    select from memberships enrollment
    where enrollment.class_id = ${post}.class_id and enrollment.kind = 'student'
      and enrollment.user_id = any(${studentIds}::bigint[])
      and (enrollment.ended_at is null or ${post}.created_at < enrollment.ended_at))`;
}

/** `canRead` as an SQL condition. */
export function visibleTo(actor: Actor): Sql {
  const inOwnSchool = sql`school_id = ${actor.school_id}::bigint`;
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return inOwnSchool;
    case 'Teacher':
      return sql`${inOwnSchool}
        and (status in ('approved', 'withdrawn') or author_id = ${actor.id}::bigint)`;
    case 'Student':
    case 'Parent':
      return sql`status = 'approved' and ${selectIsOfOwnClass(actor, sql`posts`)}`;
  }
}

/** The posts of the current classes for students and parents, unless they select one; the others are memories. */
function isInFeed(actor: Actor, classId: number | undefined): Sql {
  if (classId) return sql`${visibleTo(actor)} and class_id = ${classId}::bigint`;
  if (isStaff(actor.role)) return visibleTo(actor);
  const [ownClassId, ...others] = actor.class_ids;
  const isOfCurrentClass =
    others.length === 0
      ? sql`class_id = ${ownClassId ?? null}::bigint`
      : sql`class_id = any(${actor.class_ids}::bigint[])`;
  return sql`status = 'approved' and ${isOfCurrentClass}`;
}

type AuthorFilter = 'mine' | 'others' | 'all';

function matchesAuthor(filter: AuthorFilter, { id }: Actor): Sql {
  switch (filter) {
    case 'all':
      return sql`true`;
    case 'mine':
      return sql`author_id = ${id}::bigint`;
    case 'others':
      return sql`author_id <> ${id}::bigint`;
  }
}

export interface FeedFilter {
  authors: AuthorFilter;
  classId?: number | undefined;
}

export interface FeedPage extends FeedFilter {
  before: number;
  limit: number;
}

/** The posts of a page, and the next one if there is one. */
export function selectFeedPage(actor: Actor, { authors, classId, before, limit }: FeedPage): Sql {
  return sql`
    select * from posts
    where ${isInFeed(actor, classId)} and ${matchesAuthor(authors, actor)} and id < ${before}::bigint
    order by id desc limit ${literal(limit + 1)}`;
}

export function listFeed(db: Db, actor: Actor, page: FeedPage): Promise<StoredPost[]> {
  return db.many(
    storedPost,
    selectPosts(actor, {
      posts: selectFeedPage(actor, page),
      order: sql`desc`,
      limit: page.limit,
      isOfOwnClass: isStaff(actor.role) ? sql`false` : sql`true`,
      comments: limits.commentsOnCard,
    }),
  );
}

const isPendingFor = (actor: Actor) =>
  sql`${visibleTo(actor)} and status = 'pending'
      and ${matchesAuthor(actor.role === 'Teacher' ? 'mine' : 'all', actor)}`;

export function listPending(
  db: Db,
  actor: Actor,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPost[]> {
  return db.many(
    storedPost,
    selectPosts(actor, {
      posts: sql`
        select * from posts where ${isPendingFor(actor)} and id > ${after}::bigint
        order by id limit ${literal(limit + 1)}`,
      order: sql`asc`,
      limit,
      comments: limits.commentsOnCard,
    }),
  );
}

export function countPending(db: Db, actor: Actor): Promise<number> {
  return db.value(z.number(), sql`select count(*) from posts where ${isPendingFor(actor)}`);
}

/** Lists posts in no useful order. Checks no permissions: that is up to the caller. */
export function listPostsById(db: Db, actor: Actor, ids: number[]): Promise<StoredPost[]> {
  return db.many(
    storedPost,
    selectPosts(actor, {
      posts: sql`select * from posts where id = any(${ids}::bigint[])`,
      order: sql`asc`,
      comments: limits.commentsOnCard,
    }),
  );
}

/** Finds a post with its latest comments. Checks no permissions: that is up to the caller. */
export function findPost(db: Db, actor: Actor, id: number): Promise<StoredPost | undefined> {
  return db.maybeOne(
    storedPost,
    selectPosts(actor, {
      posts: sql`select * from posts where id = ${id}::bigint`,
      order: sql`asc`,
      comments: limits.commentsOnPage,
    }),
  );
}
