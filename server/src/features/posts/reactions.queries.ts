import type { Comment } from '@lop-xanh/contract/posts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import type { Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { statement, type Value, visibleTo } from './posts.queries.ts';

/** The write's side of `canReact`. */
const reactableBy = (actor: Actor, id: number, value: Value) =>
  `select id from posts
   where id = ${value(id, 'bigint')} and status = 'approved' and ${visibleTo(actor, value)}`;

/**
 * Sets or toggles a like, once however many come at a time, and answers who liked the post before.
 * Undefined where the reader may not; `liked` is null where another toggle was first.
 */
export async function setLike(
  run: Run,
  actor: Actor,
  { id, liked }: { id: number; liked: boolean | undefined },
): Promise<{ liked: boolean | null; before: string[] } | undefined> {
  const [found] = await run<{ liked: boolean | null; before: string[] }>(
    statement(`like-${actor.role}`, (value) => {
      const me = value(actor.id, 'bigint');
      const wanted = value(liked ?? null, 'boolean');
      return `
        with post as (${reactableBy(actor, id, value)}),
        gone as (
          delete from likes using post
          where post_id = post.id and user_id = ${me} and ${wanted} is not true
          returning 1
        ), new as (
          insert into likes (post_id, user_id)
          select id, ${me} from post
          where coalesce(${wanted}, not exists (select from gone))
          on conflict do nothing
          returning 1
        )
        select coalesce(${wanted}, case when exists (select from gone) then false
                 when exists (select from new) then true end) as liked,
               (select coalesce(json_agg(person.username order by one.created_at), '[]')
                from likes one join users person on person.id = one.user_id
                where one.post_id = post.id) as before
        from post`;
    }),
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
    statement(
      `comment-${actor.role}`,
      (value) => `
        with added as (
          insert into comments (post_id, user_id, text)
          select post.id, ${value(actor.id, 'bigint')}, ${value(text, 'text')}
          from (${reactableBy(actor, postId, value)}) post
          returning id, user_id, text, created_at
        )
        select added.id, person.username as user, added.user_id, added.text,
               person.first_name, person.last_name,
               coalesce(person.avatar, '${defaultAvatar}') as avt, added.created_at as "createdAt"
        from added join users person on person.id = added.user_id`,
    ),
  );
  return added;
}
