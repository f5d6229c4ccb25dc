import { type Comment, comment } from '@lop-xanh/contract/comments';
import { id } from '@lop-xanh/contract/fields';
import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import {
  notifyOfComment,
  notifyOfLike,
  withdrawLikeNotification,
} from '../notifications/notify.service.ts';
import { visibleTo } from './posts.queries.ts';
import { commentJson, selectOtherLikes } from './reaction-sql.ts';

/** `canReact` in SQL: selects the post if the actor may react to it. */
const selectReactable = (actor: Actor, id: number) =>
  sql`select id, school_id, author_id, title from posts
      where id = ${id}::bigint and status = 'approved' and ${visibleTo(actor)}`;

type LikeChange = 'like' | 'unlike' | 'toggle';

/** Includes only the parts that the change needs: each costs time, even if it does nothing. */
function likeChangeSql(change: LikeChange, me: Sql): { parts: Sql; outcome: Sql } {
  const unlike = sql`
    deleted as (
      delete from likes using post where post_id = post.id and user_id = ${me} returning 1
    ), ${withdrawLikeNotification({ reaction: sql`deleted`, post: sql`post`, userId: me })}`;
  const like = sql`
    inserted as (
      insert into likes (post_id, user_id)
      select id, ${me} from post ${change === 'toggle' ? sql`where not exists (select from deleted)` : empty}
      on conflict do nothing
      returning 1
    ), ${notifyOfLike({ reaction: sql`inserted`, post: sql`post`, userId: me })}`;
  if (change === 'like') return { parts: like, outcome: sql`true` };
  if (change === 'unlike') return { parts: unlike, outcome: sql`false` };
  return {
    parts: sql`${unlike}, ${like}`,
    outcome: sql`case when exists (select from deleted) then false when exists (select from inserted) then true end`,
  };
}

const likeOutcome = z.object({
  /** Null if a concurrent toggle came first. */
  liked: z.boolean().nullable(),
  /** How many other users liked the post before the statement, and some of their names. */
  others: z.number(),
  names: z.array(z.string()),
});

/** Sets or toggles a like; concurrent requests count once. Undefined if the actor is not allowed to. */
export function setLike(
  db: Db,
  actor: Actor,
  { id, liked }: { id: number; liked: boolean | undefined },
) {
  const me = sql`${actor.id}::bigint`;
  const change = liked === undefined ? 'toggle' : liked ? 'like' : 'unlike';
  const { parts, outcome } = likeChangeSql(change, me);
  const { names, likes } = selectOtherLikes(actor);
  return db.maybeOne(
    likeOutcome,
    sql`
      with post as (${selectReactable(actor, id)}), ${parts}
      select ${outcome} as liked, before.others, coalesce(before.names, '[]') as names
      from post
      left join lateral (
        select count(*) as others, ${names} as names
        from ${likes} where post_like.post_id = post.id and post_like.user_id <> ${me}
      ) before on true`,
  );
}

export async function findComment(
  db: Db,
  actor: Actor,
  { postId, id }: { postId: number; id: number },
): Promise<Comment | undefined> {
  const [found] = await db.values(
    comment,
    sql`
      select ${commentJson(actor)}
      from comments comment join users author on author.id = comment.user_id
      where comment.id = ${id} and comment.post_id = ${postId}`,
  );
  return found;
}

const isRecent = sql`at > now() - make_interval(mins => ${limits.commentWindowMinutes})`;

function maxRecentComments(actor: Actor): number {
  return isStaff(actor.role) ? limits.maxStaffComments : limits.maxFamilyComments;
}

const commentOutcome = z.union([
  z.object({ comment, retryAfterSeconds: z.null() }),
  /** The actor has commented too often. */
  z.object({ comment: z.null(), retryAfterSeconds: z.number() }),
]);

/**
 * Counts and inserts the comment in one statement. Concurrent comments of a user wait for the lock on
 * their `comment_times` row, so the count is exact across servers. Undefined if the actor is not allowed to.
 */
export function insertComment(
  db: Db,
  actor: Actor,
  { postId, text }: { postId: number; text: string },
) {
  const me = sql`${actor.id}::bigint`;
  return db.maybeOne(
    commentOutcome,
    sql`
      with post as (${selectReactable(actor, postId)}),
      counted as (
        insert into comment_times as times (user_id, recent)
        select ${me}, array[now()] from post
        on conflict (user_id) do update
          set recent = array(select at from unnest(times.recent) at where ${isRecent}) || now()
          where (select count(*) from unnest(times.recent) at where ${isRecent})
            < ${maxRecentComments(actor)}
        returning 1
      ), inserted as (
        insert into comments (school_id, post_id, user_id, text)
        select school_id, id, ${me}, ${text}::text from post, counted
        returning *
      ), ${notifyOfComment({ reaction: sql`inserted`, post: sql`post`, userId: me })}
      select case when comment.id is not null then ${commentJson(actor)} end as comment,
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

const commentRow = z.object({ id, json: z.string() });

/** Lists comments in no useful order, each as JSON. Checks no permissions: that is up to the caller. */
export function listCommentsById(db: Db, actor: Actor, ids: number[]) {
  return db.many(
    commentRow,
    sql`
      select comment.id, ${commentJson(actor)}::text as json
      from comments comment join users author on author.id = comment.user_id
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
      with post as (select id from posts where id = ${postId} and ${visibleTo(actor)})
      select comment.id, ${commentJson(actor)}::text as json
      from post
      join comments comment on comment.post_id = post.id
      join users author on author.id = comment.user_id
      where comment.id < ${before}
      order by comment.id desc limit ${literal(limit)}`,
  );
}
