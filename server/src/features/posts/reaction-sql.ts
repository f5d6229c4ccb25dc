import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { empty, type Sql } from 'sql-template-tag';
import { literal } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { commentJson, isKnownTo } from './comment-sql.ts';

const likesWithNames = sql`likes post_like join users liker on liker.id = post_like.user_id`;

const someNames = (order: Sql) =>
  sql`to_json((array_agg(liker.username order by ${order}))[:${literal(limits.maxListedLikes)}])`;

/** The SQL for the other users who like a post: only staff see some of their names. */
export function selectOtherLikes({ role }: Actor): { names: Sql; likes: Sql } {
  return isStaff(role)
    ? { names: someNames(sql`post_like.created_at`), likes: likesWithNames }
    : { names: sql`null::json`, likes: sql`likes post_like` };
}

/** The SQL for all users who like a post: the actor's own name is always included. */
function selectAllLikes({ role, username }: Actor, me: Sql) {
  return isStaff(role)
    ? {
        names: someNames(sql`post_like.user_id = ${me} desc, post_like.created_at`),
        likes: likesWithNames,
      }
    : {
        names: sql`case when bool_or(post_like.user_id = ${me}) then json_build_array(${username}::text) end`,
        likes: sql`likes post_like`,
      };
}

interface ReactionSql {
  /** Fields of the response, for `jsonObject`, and fields for the service. */
  jsonFields: Record<string, Sql>;
  factFields: Sql;
  joins: Sql;
}

export const noReactions: ReactionSql = {
  jsonFields: {
    likes: sql`'[]'`,
    likeCount: sql`0`,
    liked: sql`'false'`,
    comments: sql`'[]'`,
    commentCount: sql`0`,
  },
  factFields: sql`'oldest_comment', null`,
  joins: empty,
};

/** The likes and latest comments of `post`. */
export function selectReactions(actor: Actor, comments: number): ReactionSql {
  const me = sql`${actor.id}::bigint`;
  const { names, likes } = selectAllLikes(actor, me);
  return {
    jsonFields: {
      likes: sql`coalesce(post_likes.names, '[]')`,
      likeCount: sql`post_likes.count`,
      liked: sql`to_json(coalesce(post_likes.mine, false))`,
      comments: sql`'[' || coalesce(latest_comments.list, '') || ']'`,
      commentCount: sql`all_comments.count`,
    },
    factFields: sql`'oldest_comment',
      case when all_comments.count > latest_comments.count then latest_comments.oldest_id end`,
    joins: sql`
    left join lateral (
      select count(*) as count, bool_or(post_like.user_id = ${me}) as mine, ${names} as names
      from ${likes} where post_like.post_id = post.id
    ) post_likes on true
    left join lateral (
      select count(*) as count from comments comment
      where comment.post_id = post.id and ${isKnownTo(actor)}
    ) all_comments on true
    left join lateral (
      select string_agg(${commentJson(actor)}, ',' order by comment.id) as list,
             count(*) as count, min(comment.id) as oldest_id
      from (
        select * from comments comment where comment.post_id = post.id and ${isKnownTo(actor)}
        order by comment.id desc limit ${literal(comments)}
      ) comment
      join users author on author.id = comment.user_id
    ) latest_comments on true`,
  };
}
