import type { Comment } from '@lop-xanh/contract/posts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { type Run, statement, type Value } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { tellingAuthor, untellingAuthor } from '../notifications/tell.service.ts';
import { visibleTo } from './posts.queries.ts';

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

/**
 * Sets or toggles a like, once however many come at a time, and answers who liked the post before.
 * Undefined where the reader may not; `liked` is null where another toggle was first.
 */
export async function setLike(
  run: Run,
  actor: Actor,
  { id, liked }: { id: number; liked: boolean | undefined },
): Promise<{ liked: boolean | null; before: string[] } | undefined> {
  const liking = liked === undefined ? 'toggle' : liked ? 'like' : 'unlike';
  const [found] = await run<{ liked: boolean | null; before: string[] }>(
    statement(`${liking}-${actor.role}`, (value) => {
      const { parts, outcome } = changeOf(liking, value(actor.id, 'bigint'));
      return `
        with post as (${reactableBy(actor, id, value)}), ${parts}
        select ${outcome} as liked,
               (select coalesce(json_agg(person.username order by one.created_at), '[]')
                from likes one join users person on person.id = one.user_id
                where one.post_id = post.id) as before
        from post`;
    }),
  );
  return found;
}

const commentFields = `
  comment.id, person.username as user, comment.user_id, comment.text,
  person.first_name, person.last_name,
  coalesce(person.avatar, '${defaultAvatar}') as avt, comment.created_at as "createdAt"`;

export async function findComment(
  run: Run,
  { postId, id }: { postId: number; id: number },
): Promise<Comment | undefined> {
  const [found] = await run<Comment>(
    statement(
      'comment',
      (value) => `
        select ${commentFields}
        from comments comment join users person on person.id = comment.user_id
        where comment.id = ${value(id, 'bigint')} and comment.post_id = ${value(postId, 'bigint')}`,
    ),
  );
  return found;
}

/** Undefined where the reader may not. */
export async function insertComment(
  run: Run,
  actor: Actor,
  { postId, text }: { postId: number; text: string },
): Promise<Comment | undefined> {
  const [added] = await run<Comment>(
    statement(`comment-${actor.role}`, (value) => {
      const me = value(actor.id, 'bigint');
      return `
        with post as (${reactableBy(actor, postId, value)}),
        comment as (
          insert into comments (post_id, user_id, text)
          select id, ${me}, ${value(text, 'text')} from post
          returning id, user_id, text, created_at
        ), told as (${tellingAuthor('comment', { act: 'comment', post: 'post', sender: me })})
        select ${commentFields}
        from comment join users person on person.id = comment.user_id`;
    }),
  );
  return added;
}
