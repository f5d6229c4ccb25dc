import type { AuditAction } from '@lop-xanh/contract/audit';
import type { Post, PostInput } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Db } from '../../database/database.ts';
import { isForeignKeyViolation } from '../../database/postgres-errors.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { addJsonFields, JsonText } from '../../http/json-text.ts';
import { decodeCursor, encodeCursor } from '../../http/paging.ts';
import { fileNameFromUrl } from '../../storage/serve-files.ts';
import type { Viewer } from '../../storage/signed-urls.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import {
  deleteNewPostNotifications,
  notifyOfDecision,
  notifyOfPendingPost,
} from '../notifications/notify.service.ts';
import { addAttachments, findPostOfFile, keepAttachments } from './attachments.queries.ts';
import { fingerprintPage } from './feed-fingerprint.queries.ts';
import {
  countPending,
  type FeedFilter,
  type FeedPage,
  findPost,
  listFeed,
  listPending,
  listPostsById,
  type StoredPost,
} from './posts.queries.ts';
import {
  canDecide,
  canEdit,
  canKnowOf,
  canReact,
  canRead,
  canReadDecision,
  type Decision,
  decideConfirmation,
  getAbilities,
  getDecidedStatus,
  isDecisionOpen,
  type PostFacts,
} from './posts.rules.ts';
import {
  deletePost,
  insertPost,
  lockPost,
  type PostFile,
  saveDecision,
  updatePost,
} from './write-posts.queries.ts';

interface PostPage {
  posts: Post[];
  next: string | null;
}

export { readAuthoredPosts } from './authored-posts.queries.ts';

export const filesPath = '/uploads/posts/';

type FeedQuery = FeedFilter & { limit: number; before?: string | undefined };

export async function readFeed(
  db: Db,
  viewer: Viewer,
  query: FeedQuery,
): Promise<JsonText<PostPage>> {
  return toPageJson(viewer, await listFeed(db, viewer.actor, toFeedPage(query)), {});
}

/** Stays the same only while `readFeed` returns the same. */
export async function fingerprintFeed(
  db: Db,
  { actor, signer }: Viewer,
  query: FeedQuery,
): Promise<string> {
  return `${signer.getExpiry()} ${await fingerprintPage(db, actor, toFeedPage(query))}`;
}

function toFeedPage({ before, ...query }: FeedQuery): FeedPage {
  return { ...query, before: before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER };
}

export async function readPending(
  db: Db,
  viewer: Viewer,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<JsonText<PostPage & { count: number }>> {
  const after = before ? decodeCursor(before) : 0;
  const page = await listPending(db, viewer.actor, { after, limit });
  return toPageJson(viewer, page, { count: await countPending(db, viewer.actor) });
}

/** Each post as JSON, by its id. Checks no permissions: that is up to the caller. */
export async function readPostsById(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, JsonText<Post>>> {
  const posts = await listPostsById(db, viewer.actor, ids);
  return new Map(posts.map((post) => [post.facts.id, toPostJson(viewer, post)]));
}

export async function readPost(db: Db, viewer: Viewer, id: number): Promise<JsonText<Post>> {
  return toPostJson(viewer, await findAllowedPost(db, viewer.actor, id, canRead));
}

export async function submitPost(
  db: Db,
  viewer: Viewer,
  { class_id, ...post }: Omit<PostInput, 'blurredFaces'> & { files: PostFile[] },
): Promise<JsonText<Post>> {
  const classId = chooseClass(viewer.actor, class_id);
  const inserted = await insertPost(db, viewer.actor, { ...post, classId }).catch(
    rethrowMissingClass,
  );
  return toPostJson(viewer, inserted);
}

/** A substitute may teach several classes; a teacher without any writes to the school's staff only. */
function chooseClass({ class_id, class_ids }: Actor, chosenId: number | undefined): number | null {
  if (chosenId !== undefined && !class_ids.includes(chosenId)) {
    throw fieldError('unknown_class', 'class_id');
  }
  return chosenId ?? class_id ?? class_ids[0] ?? null;
}

export async function editPost(
  db: Db,
  viewer: Viewer,
  edit: {
    id: number;
    title: string;
    content: string;
    version?: number | undefined;
    photosConfirmed?: boolean | undefined;
    keptUrls: string[] | undefined;
    files: PostFile[];
  },
): Promise<JsonText<Post>> {
  await lockPost(db, edit.id);
  const { facts } = await findAllowedPost(db, viewer.actor, edit.id, canEdit);
  const { attachments, version, status } = facts;
  if (edit.version !== undefined && edit.version !== version) throw new AppError('post_changed');
  const current = attachments.map(({ file }) => file);
  const kept = edit.keptUrls
    ? edit.keptUrls
        .map((url) => fileNameFromUrl(url, filesPath))
        .filter((file) => current.includes(file))
    : current;
  if (kept.length + edit.files.length > limits.maxAttachments) {
    throw fieldError('too_many_files', 'attachments');
  }
  await keepAttachments(db, { postId: edit.id, files: kept });
  await addAttachments(db, viewer.actor, { postId: edit.id, files: edit.files });
  const confirmation = decideConfirmation({
    photosConfirmed: edit.photosConfirmed,
    kept: kept.length,
    added: edit.files.length,
  });
  await updatePost(db, edit.id, { title: edit.title, content: edit.content, confirmation });
  if (status !== 'pending') await notifyOfPendingPost(db, edit.id);
  return readPost(db, viewer, edit.id);
}

export async function removePost(db: Db, actor: Actor, id: number): Promise<void> {
  await lockPost(db, id);
  await findAllowedPost(db, actor, id, canEdit);
  await deletePost(db, id);
}

/** Decides on the version the Mod saw; a post edited or decided since then is a conflict. */
export async function decidePost(
  db: Db,
  viewer: Viewer,
  {
    id,
    decision,
    version,
    reason,
  }: {
    id: number;
    decision: Decision;
    version?: number | undefined;
    reason?: string | undefined;
  },
): Promise<JsonText<Post>> {
  await lockPost(db, id);
  const post = await findAllowedPost(db, viewer.actor, id, canDecide);
  const { status: oldStatus, school_id: schoolId } = post.facts;
  const status = getDecidedStatus(decision);
  if (oldStatus === status) return toPostJson(viewer, post);
  const isStale = version !== undefined && version !== post.facts.version;
  if (isStale || !isDecisionOpen(oldStatus, decision)) throw new AppError('post_changed');
  await saveDecision(db, viewer.actor, { id, status, reason: reason || null });
  const action = pastTenses[decision];
  await notifyOfDecision(db, viewer.actor, { postId: id, decision: action });
  if (decision === 'withdraw') await deleteNewPostNotifications(db, id);
  const { title } = JSON.parse(post.json) as Post;
  await writeAuditEntries(db, viewer.actor, {
    action,
    subject: 'post',
    id,
    name: title,
    schoolId,
    details: { old: { status: oldStatus }, new: { status, ...(reason && { reason }) } },
  });
  return readPost(db, viewer, id);
}

/** How notifications and the audit log name a decision. */
const pastTenses = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
  restore: 'restored',
} as const satisfies Record<Decision, AuditAction>;

/** The post may have been deleted while the statement ran. */
export function rethrowMissingPost(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AppError('post_not_found', { cause: error }) : error;
}

/** The start of the school year, and with it the class, may have been undone at this moment. */
function rethrowMissingClass(error: unknown): never {
  throw isForeignKeyViolation(error) ? fieldError('unknown_class', 'class_id') : error;
}

/** Reports why the statement changed nothing: no permission, or a post that changed in the meantime. */
export async function throwReactionError(db: Db, actor: Actor, id: number): Promise<never> {
  await findAllowedPost(db, actor, id, canReact);
  throw new AppError('post_changed');
}

/** The only way to get a post: one of another school is not found, one of the actor's school may be denied. */
export async function findAllowedPost(
  db: Db,
  actor: Actor,
  id: number,
  isAllowed: (actor: Actor, post: PostFacts) => boolean,
): Promise<StoredPost> {
  const post = await findPost(db, actor, id);
  if (!post || !canKnowOf(actor, post.facts)) throw new AppError('post_not_found');
  if (!isAllowed(actor, post.facts)) throw new AppError('post_denied');
  return post;
}

/** Undefined if no post has this file. */
export async function canReadFile(
  db: Db,
  actor: Actor,
  name: string,
): Promise<boolean | undefined> {
  const post = await findPostOfFile(db, actor, name);
  return post && canRead(actor, post);
}

function toPageJson<Extra extends Record<string, unknown>>(
  viewer: Viewer,
  page: StoredPost[],
  extra: Extra,
) {
  const list = page.map((post) => toPostJson(viewer, post).text).join();
  const last = page.at(-1)?.facts;
  const next = last && !last.is_last_page ? encodeCursor(last.id) : null;
  return new JsonText<PostPage & Extra>(addJsonFields(`{"posts":[${list}]}`, { next, ...extra }));
}

function toPostJson({ actor, signer }: Viewer, { facts, json }: StoredPost): JsonText<Post> {
  const isDecisionVisible = canReadDecision(actor, facts);
  return new JsonText(
    addJsonFields(json, {
      reason: isDecisionVisible ? facts.reason : null,
      decided_by: isDecisionVisible ? facts.decided_by : null,
      commentsNext: facts.oldest_comment && encodeCursor(facts.oldest_comment),
      attachments: facts.attachments.map(({ file, thumb, ...fields }) => ({
        ...fields,
        url: signer.sign(`${filesPath}${file}`, actor),
        thumb: thumb && signer.sign(`${filesPath}${thumb}`, actor),
      })),
      can: getAbilities(actor, facts),
    }),
  );
}
