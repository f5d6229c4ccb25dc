import type { Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { canRead } from './posts.rules.ts';
import { findAllowedPost, rethrowMissingPost, throwReactionError } from './posts.service.ts';
import { setLike } from './reactions.queries.ts';

type Likes = Pick<Post, 'liked' | 'likes' | 'likeCount'>;

export async function likePost(
  db: Db,
  actor: Actor,
  like: { id: number; liked: boolean | undefined },
): Promise<Likes> {
  const outcome = await setLike(db, actor, like).catch(rethrowMissingPost);
  if (!outcome) return throwReactionError(db, actor, like.id);
  if (outcome.liked === null) return likePost(db, actor, like);
  const { liked, names, others } = outcome;
  if (!liked) return { liked, likes: names, likeCount: others };
  const likes = [...names.slice(0, limits.maxListedLikes - 1), actor.username];
  return { liked, likes, likeCount: others + 1 };
}

/** The current state of what `likePost` returned. */
export async function readLikes(db: Db, actor: Actor, id: number): Promise<Likes> {
  const { json } = await findAllowedPost(db, actor, id, canRead);
  const { liked, likes, likeCount } = JSON.parse(json) as Post;
  return { liked, likes, likeCount };
}
