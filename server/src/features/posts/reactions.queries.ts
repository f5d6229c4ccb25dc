import type { Comment } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import { type BindValue, type StatementRunner, statement } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import {
  notifyOfComment,
  notifyOfLike,
  withdrawLikeNotification,
} from '../notifications/notify.service.ts';
import { visibleTo } from './posts.queries.ts';
import { commentJson, selectOtherLikes } from './reaction-sql.ts';

/** `canReact` in SQL: selects the post if the actor may react to it. */
const selectReactable = (actor: Actor, id: number, value: BindValue) =>
  `select id, author_id, title from posts
   where id = ${value(id, 'bigint')} and status = 'approved' and ${visibleTo(actor, value)}`;

type LikeChange = 'like' | 'unlike' | 'toggle';

/** Includes only the parts that the change needs: each costs time, even if it does nothing. */
function likeChangeSql(change: LikeChange, me: string): { parts: string; outcome: string } {
  const unlike = `
    deleted as (
      delete from likes using post where post_id = post.id and user_id = ${me} returning 1
    ), ${withdrawLikeNotification({ reaction: 'deleted', post: 'post', userId: me })}`;
  const like = `
    inserted as (
      insert into likes (post_id, user_id)
      select id, ${me} from post ${change === 'toggle' ? 'where not exists (select from deleted)' : ''}
      on conflict do nothing
      returning 1
    ), ${notifyOfLike({ reaction: 'inserted', post: 'post', userId: me })}`;
  if (change === 'like') return { parts: like, outcome: 'true' };
  if (change === 'unlike') return { parts: unlike, outcome: 'false' };
  return {
    parts: `${unlike}, ${like}`,
    outcome: `case when exists (select from deleted) then false when exists (select from inserted) then true end`,
  };
}

interface LikeOutcome {
  /** Null if a concurrent toggle came first. */
  liked: boolean | null;
  /** How many other users liked the post before the statement, and some of their names. */
  others: number;
  names: string[];
}

/** Sets or toggles a like; concurrent requests count once. Undefined if the actor is not allowed to. */
export async function setLike(
  run: StatementRunner,
  actor: Actor,
  { id, liked }: { id: number; liked: boolean | undefined },
): Promise<LikeOutcome | undefined> {
  const change = liked === undefined ? 'toggle' : liked ? 'like' : 'unlike';
  const [found] = await run<LikeOutcome>(
    statement(`${change}-${actor.role}`, (value) => {
      const me = value(actor.id, 'bigint');
      const { parts, outcome } = likeChangeSql(change, me);
      const { names, likes } = selectOtherLikes(actor);
      return `
        with post as (${selectReactable(actor, id, value)}), ${parts}
        select ${outcome} as liked, before.others, coalesce(before.names, '[]') as names
        from post
        left join lateral (
          select count(*) as others, ${names} as names
          from ${likes} where post_like.post_id = post.id and post_like.user_id <> ${me}
        ) before on true`;
    }),
  );
  return found;
}

export async function findComment(
  run: StatementRunner,
  actor: Actor,
  { postId, id }: { postId: number; id: number },
): Promise<Comment | undefined> {
  const [found] = await run<{ comment: Comment }>(
    statement(
      `find-comment-${actor.role}`,
      (value) => `
        select ${commentJson(actor)} as comment
        from comments comment join users author on author.id = comment.user_id
        where comment.id = ${value(id, 'bigint')} and comment.post_id = ${value(postId, 'bigint')}`,
    ),
  );
  return found?.comment;
}

const isRecent = `at > now() - interval '${limits.commentWindowMinutes} minutes'`;

function maxRecentComments(actor: Actor): number {
  return isStaff(actor.role) ? limits.maxStaffComments : limits.maxFamilyComments;
}

interface CommentOutcome {
  /** Null if the actor has commented too often. */
  comment: Comment | null;
  retryAfterSeconds: number;
}

/**
 * Counts and inserts the comment in one statement. Concurrent comments of a user wait for the lock on
 * their `comment_times` row, so the count is exact across servers. Undefined if the actor is not allowed to.
 */
export async function insertComment(
  run: StatementRunner,
  actor: Actor,
  { postId, text }: { postId: number; text: string },
): Promise<CommentOutcome | undefined> {
  const [outcome] = await run<CommentOutcome>(
    statement(`comment-${actor.role}`, (value) => {
      const me = value(actor.id, 'bigint');
      return `
        with post as (${selectReactable(actor, postId, value)}),
        counted as (
          insert into comment_times as times (user_id, recent)
          select ${me}, array[now()] from post
          on conflict (user_id) do update
            set recent = array(select at from unnest(times.recent) at where ${isRecent}) || now()
            where (select count(*) from unnest(times.recent) at where ${isRecent})
              < ${maxRecentComments(actor)}
          returning 1
        ), inserted as (
          insert into comments (post_id, user_id, text)
          select id, ${me}, ${value(text, 'text')} from post, counted
          returning id, user_id, text, created_at
        ), ${notifyOfComment({ reaction: 'inserted', post: 'post', userId: me })}
        select case when comment.id is not null then ${commentJson(actor)} end as comment,
               case when comment.id is null then ${retryAfterSeconds(me)} end as "retryAfterSeconds"
        from post
        left join inserted comment on true
        left join users author on author.id = comment.user_id`;
    }),
  );
  return outcome;
}

/** The time until the oldest of the recent comments no longer counts. */
const retryAfterSeconds = (user: string) => `(
  select greatest(1, ceil(extract(epoch from
    min(at) + interval '${limits.commentWindowMinutes} minutes' - now())))::int
  from comment_times times, unnest(times.recent) at where times.user_id = ${user} and ${isRecent})`;

/** Lists older comments, newest first, each as JSON; none if the actor may not read the post. */
export function listCommentsBefore(
  run: StatementRunner,
  actor: Actor,
  { postId, before, limit }: { postId: number; before: number; limit: number },
): Promise<{ id: number; json: string }[]> {
  return run(
    statement(
      `comments-${limit}-${actor.role}`,
      (value) => `
      with post as (
        select id from posts where id = ${value(postId, 'bigint')} and ${visibleTo(actor, value)}
      )
      select comment.id, ${commentJson(actor)}::text as json
      from post
      join comments comment on comment.post_id = post.id
      join users author on author.id = comment.user_id
      where comment.id < ${value(before, 'bigint')}
      order by comment.id desc limit ${limit}`,
    ),
  );
}
