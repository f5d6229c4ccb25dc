import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import type { Value } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** The column by which the actor knows other users: a username may be a student's identifier code. */
export function nameFor(actor: Actor): 'username' | 'full_name' {
  return isStaff(actor.role) ? 'username' : 'full_name';
}

/** A comment as JSON, of a row `comment` and its author `person`. */
export const commentObject = (actor: Actor) => `json_build_object(
  'id', comment.id, 'user', person.${nameFor(actor)}, 'user_id', person.id, 'text', comment.text,
  'first_name', person.first_name, 'last_name', person.last_name,
  'avt', coalesce(person.avatar, '${defaultAvatar}'), 'createdAt', comment.created_at)`;

/** Some of those who like a post, the first ones first; whoever `before` sorts to the front is among them. */
export const likersOf = (post: string, { before = '', where = 'true' } = {}) => `
  select json_agg(person.username order by one.created_at) as names
  from (
    select user_id, created_at from likes where post_id = ${post} and ${where}
    order by ${before} created_at limit ${limits.likesListed}
  ) one
  join users person on person.id = one.user_id`;

interface ReactionParts {
  /** Fields for the reader, and for the service. */
  told: string;
  judged: string;
  joins: string;
}

export const noReactions: ReactionParts = {
  told: `'likes', '[]'::json, 'likeCount', 0, 'liked', false, 'comments', '[]'::json, 'commentCount', 0`,
  judged: `'oldest_comment', null`,
  joins: '',
};

/** The likes and latest comments of `post`. */
export function reactionsOf(actor: Actor, comments: number, value: Value): ReactionParts {
  const me = value(actor.id, 'bigint');
  const likers = isStaff(actor.role)
    ? likersOf('post.id', { before: `user_id = ${me} desc,` })
    : `select case when liked.mine then json_build_array(${value(actor.username, 'text')}) end as names`;
  return {
    told: `
      'likes', coalesce(likers.names, '[]'), 'likeCount', liked.count,
      'liked', coalesce(liked.mine, false), 'comments', coalesce(said.latest, '[]'),
      'commentCount', counted.count`,
    judged: `'oldest_comment', case when counted.count > said.count then said.oldest end`,
    joins: `
    left join lateral (
      select count(*) as count, bool_or(user_id = ${me}) as mine from likes where post_id = post.id
    ) liked on true
    left join lateral (${likers}) likers on true
    left join lateral (
      select count(*) as count from comments where post_id = post.id
    ) counted on true
    left join lateral (
      select json_agg(${commentObject(actor)} order by comment.id) as latest,
             count(*) as count, min(comment.id) as oldest
      from (
        select * from comments where post_id = post.id order by id desc limit ${comments}
      ) comment
      join users person on person.id = comment.user_id
    ) said on true`,
  };
}
