import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { notifyOfLike, withdrawLikeNotification } from '../notifications/notify.service.ts';
import { visibleTo } from './posts.queries.ts';
import { selectOtherLikes } from './reaction-sql.ts';

/**
 * `canReact` in SQL: selects the post if the actor may react to it. A reaction without a transaction of its own
 * waits here for an erasure of the actor, and then finds no post.
 */
export const selectReactable = (actor: Actor, id: number) =>
  sql`select id, school_id, class_id, author_id, title from posts
      where id = ${id}::bigint and status = 'approved' and ${visibleTo(actor)}
        and exists (select from users
          where users.id = ${actor.id}::bigint and erased_at is null for key share)`;

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
