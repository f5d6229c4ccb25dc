import type { Seen } from '@lop-xanh/contract/posts';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { notifyOfReminder } from '../notifications/notify.service.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';
import { canReadReads } from './posts.rules.ts';
import {
  type Family,
  findReadPost,
  insertReads,
  listFamilies,
  markReminded,
  type ReadPost,
} from './seen.queries.ts';

/** Ignores posts that the actor cannot read. */
export async function markSeen(db: Db, actor: Actor, postIds: number[]): Promise<void> {
  await insertReads(db, actor, postIds);
}

export async function readSeen(db: Db, actor: Actor, postId: number): Promise<Seen> {
  const post = await findAllowedPost(db, actor, postId);
  return toSeen(post, await listFamilies(db, post));
}

/** Must run in a transaction. */
export async function remindFamilies(db: Db, actor: Actor, postId: number): Promise<Seen> {
  const { id } = await findAllowedPost(db, actor, postId);
  if (!(await markReminded(db, id))) throw new AppError('already_reminded');
  // Read again: the post may have been withdrawn just before it was marked.
  const post = await findAllowedPost(db, actor, id);
  const families = await listFamilies(db, post);
  const unread = families.filter(({ has_read }) => !has_read);
  await notifyOfReminder(db, actor, { postId: id, studentIds: unread.map((family) => family.id) });
  return toSeen(post, families);
}

async function findAllowedPost(db: Db, actor: Actor, postId: number): Promise<ReadPost> {
  const post = await findReadPost(db, postId);
  if (!post || !isInOwnSchool(actor, post)) throw new AppError('post_not_found');
  if (!canReadReads(actor, post)) throw new AppError('post_denied');
  return post;
}

function toSeen({ reminded_at }: ReadPost, families: Family[]): Seen {
  const unseen = families.filter(({ has_read }) => !has_read);
  return {
    families: families.length,
    seen: families.length - unseen.length,
    unseen: unseen.map(({ id, full_name }) => ({ id, full_name })),
    remindedAt: reminded_at,
  };
}
