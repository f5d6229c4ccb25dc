import {
  type Comment,
  type CommentStatus,
  comment,
  commentStatuses,
  type HoldReason,
} from '@lop-xanh/contract/comments';
import { id } from '@lop-xanh/contract/fields';
import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isSubstituting } from '../classes/class-conditions.service.ts';
import { effectiveCommentMode } from '../moderation/settings.service.ts';
import {
  notifyCommentAuthor,
  notifyModerators,
  notifyOfVisibleComment,
} from '../notifications/notify.service.ts';
import { commentJson, isKnownTo, isModeratorSql } from './comment-sql.ts';
import { type CommentDecision, decidedStatuses } from './comments.rules.ts';
import { postFacts, selectIsOfOwnClass, visibleTo } from './posts.queries.ts';
import { selectReactable } from './reactions.queries.ts';

/** The users who moderate the comments of `post`: those for whom `isModerator` is true. */
const selectModerators = sql`
  select mod.id from post join users mod on mod.school_id = post.school_id and mod.role = 'Mod'
  union
  select teacher.id
  from post
  join memberships membership on membership.class_id = post.class_id and (
    (membership.kind = 'homeroom' and membership.ended_at is null) or ${isSubstituting(sql`membership`)})
  join users teacher on teacher.id = membership.user_id and teacher.role = 'Teacher'`;

const storedComment = z.object({
  id,
  user_id: id,
  status: z.enum(commentStatuses),
  version: z.number(),
  is_reported: z.boolean(),
  is_reported_by_actor: z.boolean(),
  /** For the audit log. */
  title: z.string(),
  post: postFacts.extend({ id, class_id: id.nullable() }),
});
export type StoredComment = z.infer<typeof storedComment>;

/** Finds a comment and locks it until the transaction ends. Checks no permissions. */
export function lockComment(
  db: Db,
  actor: Actor,
  commentId: number,
): Promise<StoredComment | undefined> {
  return db.maybeOne(
    storedComment,
    sql`
      select comment.id, comment.user_id, comment.status, comment.version, post.title,
             comment.reported_at is not null as is_reported,
             exists (
               select from comment_reports report
               where report.comment_id = comment.id and report.user_id = ${actor.id}
             ) as is_reported_by_actor,
             json_build_object('id', post.id, 'class_id', post.class_id, 'school_id', post.school_id,
               'author_id', post.author_id, 'status', post.status,
               'is_of_own_class', ${selectIsOfOwnClass(actor, sql`post`)}) as post
      from comments comment join posts post on post.id = comment.post_id
      where comment.id = ${commentId} for update of comment`,
  );
}

/** Finds a comment of a post that the actor reads; undefined if it is held from the actor. */
export async function findComment(
  db: Db,
  actor: Actor,
  commentId: number,
): Promise<Comment | undefined> {
  const [found] = await db.values(
    comment,
    sql`
      select ${commentJson(actor)}::json
      from comments comment
      join posts post on post.id = comment.post_id
      join users author on author.id = comment.user_id
      where comment.id = ${commentId} and ${isKnownTo(actor)}`,
  );
  return found;
}

const commentRow = z.object({ id, json: z.string() });

/** Lists comments in no useful order, each as JSON. Checks no permissions: that is up to the caller. */
export function listCommentsById(db: Db, actor: Actor, ids: number[]) {
  return db.many(
    commentRow,
    sql`
      select comment.id, ${commentJson(actor)} as json
      from comments comment
      join posts post on post.id = comment.post_id
      join users author on author.id = comment.user_id
      where comment.id = any(${ids}::bigint[])`,
  );
}

/** Lists older comments, newest first, each as JSON; none if the actor may not read the post. */
export function listCommentsBefore(
  db: Db,
  actor: Actor,
  { postId, before, limit }: { postId: number; before: number; limit: number },
) {
  return db.many(
    commentRow,
    sql`
      with post as (select * from posts where id = ${postId} and ${visibleTo(actor)})
      select comment.id, ${commentJson(actor)} as json
      from post
      join comments comment on comment.post_id = post.id
      join users author on author.id = comment.user_id
      where comment.id < ${before} and ${isKnownTo(actor)}
      order by comment.id desc limit ${literal(limit)}`,
  );
}

const isRecent = sql`at > now() - make_interval(mins => ${limits.commentWindowMinutes})`;

function maxRecentComments(actor: Actor): number {
  return isStaff(actor.role) ? limits.maxStaffComments : limits.maxFamilyComments;
}

const commentLimits = z.object({
  /** Of the school of the post. */
  words: z.array(z.string()),
  /** Null if the actor may comment now. */
  retryAfterSeconds: z.number().nullable(),
});

/** The words that hold a comment on the post, and whether the actor has commented too often. */
export function findCommentLimits(db: Db, actor: Actor, postId: number) {
  const me = sql`${actor.id}::bigint`;
  return db.one(
    commentLimits,
    sql`
      select coalesce((
               select school.held_words
               from posts post join schools school on school.id = post.school_id
               where post.id = ${postId}), '{}') as words,
             (select case when count(*) >= ${maxRecentComments(actor)} then ${retryAfterSeconds(me)} end
              from comment_times times, unnest(times.recent) at
              where times.user_id = ${me} and ${isRecent}) as "retryAfterSeconds"`,
  );
}

const commentOutcome = z.object({
  /** Null if the actor has commented too often, or comments are off. */
  comment: comment.nullable(),
  isOff: z.boolean(),
  retryAfterSeconds: z.number().nullable(),
});

/**
 * Counts and inserts the comment in one statement. Concurrent comments of a user wait for the lock on
 * their `comment_times` row, so the count is exact across servers. Undefined if the actor is not allowed to.
 */
export function insertComment(
  db: Db,
  actor: Actor,
  { postId, text, findings }: { postId: number; text: string; findings: HoldReason[] },
) {
  const me = sql`${actor.id}::bigint`;
  return db.maybeOne(
    commentOutcome,
    sql`
      with post as (${selectReactable(actor, postId)}),
      setting as (
        select ${effectiveCommentMode(sql`school`, sql`class`)} as mode,
               coalesce(${isModeratorSql(actor) ?? sql`false`}, false) as is_moderator
        from post
        join schools school on school.id = post.school_id
        left join classes class on class.id = post.class_id
      ), hold as (
        select case when is_moderator then '{}' else ${findings}::text[]
          || case when mode = 'approval' then '{setting}' else '{}' end::text[] end as reasons
        from setting where mode <> 'off'
      ), counted as (
        insert into comment_times as times (user_id, recent)
        select ${me}, array[now()] from hold
        on conflict (user_id) do update
          set recent = array(select at from unnest(times.recent) at where ${isRecent}) || now()
          where (select count(*) from unnest(times.recent) at where ${isRecent})
            < ${maxRecentComments(actor)}
        returning 1
      ), inserted as (
        insert into comments (school_id, post_id, user_id, text, status, held_for)
        select school_id, id, ${me}, ${text}::text,
               case when reasons = '{}' then 'visible' else 'held' end, nullif(reasons, '{}')
        from post, hold, counted
        returning *
      ), visible as (select * from inserted where status = 'visible'),
      held as (select * from inserted where status = 'held'),
      ${notifyOfVisibleComment({ comment: sql`visible`, post: sql`post`, actorId: me })},
      ${notifyModerators('held', {
        comment: sql`held`,
        post: sql`post`,
        actorId: me,
        moderators: sql`(${selectModerators})`,
      })}
      select case when comment.id is not null then ${commentJson(actor)}::json end as comment,
             not exists (select from hold) as "isOff",
             case when comment.id is null then ${retryAfterSeconds(me)} end as "retryAfterSeconds"
      from post
      left join inserted comment on true
      left join users author on author.id = comment.user_id`,
  );
}

/** The time until the oldest of the recent comments no longer counts. */
const retryAfterSeconds = (user: Sql) => sql`(
  select greatest(1, ceil(extract(epoch from
    min(at) + make_interval(mins => ${limits.commentWindowMinutes}) - now())))::int
  from comment_times times, unnest(times.recent) at where times.user_id = ${user} and ${isRecent})`;

/**
 * Saves a decision and notifies the author of the comment, or the author of the post of a comment that was
 * never visible before.
 */
export async function saveCommentDecision(
  db: Db,
  actor: Actor,
  {
    id: commentId,
    decision,
    reason,
  }: { id: number; decision: CommentDecision; reason: string | null },
): Promise<void> {
  const status: CommentStatus = decidedStatuses[decision];
  const change = { post: sql`post`, actorId: sql`${actor.id}::bigint` };
  const author = { hide: 'hidden', approve: undefined, restore: 'restored' } as const;
  const toAuthor = author[decision];
  await db.run(sql`
    with former as (select * from comments where id = ${commentId}),
    decided as (
      update comments
      set status = ${status}, reason = ${reason}, decided_by = ${actor.id}, version = version + 1,
          reported_at = null
          ${status === 'visible' ? sql`, held_for = null` : empty}
      where id = ${commentId}
    ), post as (select post.* from former join posts post on post.id = former.post_id),
    newly_visible as (
      select * from former where held_for is not null and ${status}::text = 'visible'
    ),
    ${notifyOfVisibleComment({ ...change, comment: sql`newly_visible` })}
    ${toAuthor ? sql`, ${notifyCommentAuthor(toAuthor, { ...change, comment: sql`former` })}` : empty}
    select`);
}

/** Returns whether it is the actor's first report of the comment; notifies the moderators of the first open one. */
export async function insertReport(
  db: Db,
  actor: Actor,
  { id: commentId, reason }: { id: number; reason: string },
): Promise<boolean> {
  const reports = await db.values(
    id,
    sql`
      with former as (select * from comments where id = ${commentId}),
      post as (select post.* from former join posts post on post.id = former.post_id),
      report as (
        insert into comment_reports (comment_id, user_id, school_id, reason)
        select id, ${actor.id}::bigint, school_id, ${reason}::text from former
        on conflict do nothing
        returning comment_id
      ), marked as (
        update comments set reported_at = now()
        from report where comments.id = report.comment_id and reported_at is null
        returning comments.user_id
      ), ${notifyModerators('reported', {
        comment: sql`marked`,
        post: sql`post`,
        actorId: sql`${actor.id}::bigint`,
        moderators: sql`(${selectModerators})`,
      })}
      select comment_id from report`,
  );
  return reports.length > 0;
}

export async function deleteComment(db: Db, commentId: number): Promise<void> {
  await db.run(sql`delete from comments where id = ${commentId}`);
}
