import type { Comment } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import { type Run, statement, type Value } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { tellingAuthor, untellingAuthor } from '../notifications/tell.service.ts';
import { visibleTo } from './posts.queries.ts';
import { commentObject, othersWhoLike } from './reaction-parts.ts';

/** The write's side of `canReact`. */
const reactableBy = (actor: Actor, id: number, value: Value) =>
  `select id, author_id, title from posts
   where id = ${value(id, 'bigint')} and status = 'approved' and ${visibleTo(actor, value)}`;

type Liking = 'like' | 'unlike' | 'toggle';

/** The parts that a like does not need are left out of its statement: each costs, also where it does nothing. */
function changeOf(liking: Liking, me: string): { parts: string; outcome: string } {
  const gone = `
    gone as (
      delete from likes using post where post_id = post.id and user_id = ${me} returning 1
    ), untold as (${untellingAuthor({ act: 'gone', post: 'post', sender: me })})`;
  const made = `
    new as (
      insert into likes (post_id, user_id)
      select id, ${me} from post ${liking === 'toggle' ? 'where not exists (select from gone)' : ''}
      on conflict do nothing
      returning 1
    ), told as (${tellingAuthor('like_agg', { act: 'new', post: 'post', sender: me })})`;
  if (liking === 'like') return { parts: made, outcome: 'true' };
  if (liking === 'unlike') return { parts: gone, outcome: 'false' };
  return {
    parts: `${gone}, ${made}`,
    outcome: `case when exists (select from gone) then false when exists (select from new) then true end`,
  };
}

/** The state before the statement: how many others like the post, and some of them by name. */
interface Liked {
  /** Null where another toggle was first. */
  liked: boolean | null;
  others: number;
  names: string[];
}

/** Sets or toggles a like, once however many come at a time. Undefined where the actor may not. */
export async function setLike(
  run: Run,
  actor: Actor,
  { id, liked }: { id: number; liked: boolean | undefined },
): Promise<Liked | undefined> {
  const liking = liked === undefined ? 'toggle' : liked ? 'like' : 'unlike';
  const [found] = await run<Liked>(
    statement(`${liking}-${actor.role}`, (value) => {
      const me = value(actor.id, 'bigint');
      const { parts, outcome } = changeOf(liking, me);
      const { names, likes } = othersWhoLike(actor);
      return `
        with post as (${reactableBy(actor, id, value)}), ${parts}
        select ${outcome} as liked, before.others, coalesce(before.names, '[]') as names
        from post
        left join lateral (
          select count(*) as others, ${names} as names
          from ${likes} where one.post_id = post.id and one.user_id <> ${me}
        ) before on true`;
    }),
  );
  return found;
}

export async function findComment(
  run: Run,
  actor: Actor,
  { postId, id }: { postId: number; id: number },
): Promise<Comment | undefined> {
  const [found] = await run<{ comment: Comment }>(
    statement(
      `comment-again-${actor.role}`,
      (value) => `
        select ${commentObject(actor)} as comment
        from comments comment join users person on person.id = comment.user_id
        where comment.id = ${value(id, 'bigint')} and comment.post_id = ${value(postId, 'bigint')}`,
    ),
  );
  return found?.comment;
}

const isRecent = `at > now() - interval '${limits.commentMinutes} minutes'`;

function commentsMax(actor: Actor): number {
  return isStaff(actor.role) ? limits.commentsOfStaff : limits.commentsOfFamily;
}

interface Said {
  /** Null where the actor has commented too often. */
  comment: Comment | null;
  secondsToWait: number;
}

/**
 * Counts the comment and adds it, in one statement. The count is a row that comments of one user wait
 * for one another at, so it is exact, at however many servers they arrive. Undefined where the actor
 * may not.
 */
export async function insertComment(
  run: Run,
  actor: Actor,
  { postId, text }: { postId: number; text: string },
): Promise<Said | undefined> {
  const [said] = await run<Said>(
    statement(`comment-${actor.role}`, (value) => {
      const me = value(actor.id, 'bigint');
      return `
        with post as (${reactableBy(actor, postId, value)}),
        counted as (
          insert into comment_times as mine (user_id, recent)
          select ${me}, array[now()] from post
          on conflict (user_id) do update
            set recent = array(select at from unnest(mine.recent) at where ${isRecent}) || now()
            where (select count(*) from unnest(mine.recent) at where ${isRecent}) < ${commentsMax(actor)}
          returning 1
        ), new as (
          insert into comments (post_id, user_id, text)
          select id, ${me}, ${value(text, 'text')} from post, counted
          returning id, user_id, text, created_at
        ), told as (${tellingAuthor('comment', { act: 'new', post: 'post', sender: me })})
        select case when comment.id is not null then ${commentObject(actor)} end as comment,
               case when comment.id is null then ${secondsToWait(me)} end as "secondsToWait"
        from post
        left join new comment on true
        left join users person on person.id = comment.user_id`;
    }),
  );
  return said;
}

/** Until the first of the recent comments counts no longer. */
const secondsToWait = (user: string) => `(
  select greatest(1, ceil(extract(epoch from
    min(at) + interval '${limits.commentMinutes} minutes' - now())))::int
  from comment_times mine, unnest(mine.recent) at where mine.user_id = ${user} and ${isRecent})`;

/** Those older than a comment, the newest first, each as JSON; none where the actor may not read the post. */
export function commentsBefore(
  run: Run,
  actor: Actor,
  { postId, before, limit }: { postId: number; before: number; limit: number },
): Promise<{ id: number; told: string }[]> {
  return run(
    statement(
      `comments-${limit}-${actor.role}`,
      (value) => `
      with post as (
        select id from posts where id = ${value(postId, 'bigint')} and ${visibleTo(actor, value)}
      )
      select comment.id, ${commentObject(actor)}::text as told
      from post
      join comments comment on comment.post_id = post.id
      join users person on person.id = comment.user_id
      where comment.id < ${value(before, 'bigint')}
      order by comment.id desc limit ${limit}`,
    ),
  );
}
