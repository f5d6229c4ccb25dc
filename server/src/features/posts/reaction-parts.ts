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

const likesWithNames = 'likes one join users person on person.id = one.user_id';

const someNames = (order: string) =>
  `to_json((array_agg(person.username order by ${order}))[:${limits.likesListed}])`;

/** What to select of the likes of a post, and from where: to the staff some of the others are named. */
export function othersWhoLike({ role }: Actor): { names: string; likes: string } {
  return isStaff(role)
    ? { names: someNames('one.created_at'), likes: likesWithNames }
    : { names: 'null::json', likes: 'likes one' };
}

/** The same for a post that is read: the actor's own name is always among them. */
function allWhoLike({ role, username }: Actor, me: string, value: Value) {
  return isStaff(role)
    ? { names: someNames(`one.user_id = ${me} desc, one.created_at`), likes: likesWithNames }
    : {
        names: `case when bool_or(one.user_id = ${me}) then json_build_array(${value(username, 'text')}) end`,
        likes: 'likes one',
      };
}

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
  const { names, likes } = allWhoLike(actor, me, value);
  return {
    told: `
      'likes', coalesce(liked.names, '[]'), 'likeCount', liked.count,
      'liked', coalesce(liked.mine, false), 'comments', coalesce(said.latest, '[]'),
      'commentCount', counted.count`,
    judged: `'oldest_comment', case when counted.count > said.count then said.oldest end`,
    joins: `
    left join lateral (
      select count(*) as count, bool_or(one.user_id = ${me}) as mine, ${names} as names
      from ${likes} where one.post_id = post.id
    ) liked on true
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
