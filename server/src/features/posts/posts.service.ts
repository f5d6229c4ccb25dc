import type { Comment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type Db, type Run, within } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import { nameBehind } from '../../storage/serve-files.ts';
import type { UrlSigner } from '../../storage/signed-urls.ts';
import { addAttachments, keepAttachments, postOfFile } from './attachments.queries.ts';
import {
  countPending,
  decidePost,
  deletePost,
  feedPage,
  findPost,
  insertComment,
  insertPost,
  lockPost,
  pendingPage,
  rewritePost,
  type StoredPost,
  setLike,
  type Whose,
} from './posts.queries.ts';
import {
  abilitiesOf,
  canDecide,
  canEdit,
  canKnowOf,
  canReact,
  canRead,
  canReadDecision,
  type Decision,
  isDecisionOpen,
  type PostFacts,
} from './posts.rules.ts';

export const filesPath = '/uploads/posts/';

/** Who asks, and the signer that makes file addresses for them. */
export interface Reader {
  actor: Actor;
  signer: UrlSigner;
}

export async function readFeed(
  run: Run,
  { actor, signer }: Reader,
  { whose, limit, before }: { whose: Whose; limit: number; before?: string | undefined },
): Promise<{ posts: Post[]; next: string | null }> {
  const [position] = before ? decodeCursor(before, ['number']) : [Number.MAX_SAFE_INTEGER];
  const wanted = { whose, before: Number(position), limit: limit + 1 };
  const { page, next } = toPage(await feedPage(run, actor, wanted), limit, ({ id }) => [id]);
  return { posts: page.map((post) => shown({ actor, signer }, post)), next };
}

export async function readPending(
  run: Run,
  { actor, signer }: Reader,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ posts: Post[]; next: string | null; count: number }> {
  const [position] = before ? decodeCursor(before, ['number']) : [0];
  const rows = await pendingPage(run, actor, { after: Number(position), limit: limit + 1 });
  const { page, next } = toPage(rows, limit, ({ id }) => [id]);
  const count = await countPending(run, actor);
  return { posts: page.map((post) => shown({ actor, signer }, post)), next, count };
}

export async function readPost(run: Run, reader: Reader, id: number): Promise<Post> {
  return shown(reader, await findAllowed(run, reader.actor, id, canRead));
}

export async function submitPost(
  db: Db,
  reader: Reader,
  { title, content, files }: { title: string; content: string; files: ReceivedFile[] },
): Promise<Post> {
  const postId = await insertPost(db, reader.actor, { title, content });
  await addAttachments(db, reader.actor, { postId, files });
  return readPost(within(db), reader, postId);
}

/** Answers the post, and the names of the files that it no longer has. */
export async function editPost(
  db: Db,
  reader: Reader,
  edit: {
    id: number;
    title: string;
    content: string;
    version?: number | undefined;
    kept: string[] | undefined;
    files: ReceivedFile[];
  },
): Promise<{ post: Post; dropped: string[] }> {
  await lockPost(db, edit.id);
  const { attachments, version } = await findAllowed(within(db), reader.actor, edit.id, canEdit);
  if (edit.version !== undefined && edit.version !== version) throw new AppError('post_changed');
  const own = attachments.map(({ file }) => file);
  const kept = edit.kept
    ? edit.kept.map((url) => nameBehind(url, filesPath)).filter((file) => own.includes(file))
    : own;
  if (kept.length + edit.files.length > limits.attachmentsMax) {
    throw fieldError('too_many_files', 'attachments');
  }
  const dropped = await keepAttachments(db, { postId: edit.id, files: kept });
  await addAttachments(db, reader.actor, { postId: edit.id, files: edit.files });
  await rewritePost(db, edit.id, { title: edit.title, content: edit.content });
  return { post: await readPost(within(db), reader, edit.id), dropped };
}

/** Answers the names of the files that the post had. */
export async function removePost(db: Db, actor: Actor, id: number): Promise<string[]> {
  await lockPost(db, id);
  await findAllowed(within(db), actor, id, canEdit);
  const dropped = await keepAttachments(db, { postId: id, files: [] });
  await deletePost(db, id);
  return dropped;
}

/** Decides on what the moderator saw; what changed or was decided since is a conflict. */
export async function judgePost(
  db: Db,
  reader: Reader,
  judgement: {
    id: number;
    decision: Decision;
    version?: number | undefined;
    reason?: string | undefined;
  },
): Promise<Post> {
  const { id, decision, version, reason } = judgement;
  await lockPost(db, id);
  const post = await findAllowed(within(db), reader.actor, id, canDecide);
  if (post.status === decision) return shown(reader, post);
  const isStale = version !== undefined && version !== post.version;
  if (isStale || !isDecisionOpen(post.status, decision)) throw new AppError('post_changed');
  const words = decision === 'rejected' && reason ? reason : null;
  await decidePost(db, reader.actor, { id, status: decision, reason: words });
  return readPost(within(db), reader, id);
}

export async function likePost(
  db: Db,
  actor: Actor,
  { id, liked }: { id: number; liked: boolean | undefined },
): Promise<{ liked: boolean; likes: string[] }> {
  await lockPost(db, id);
  const post = await findAllowed(within(db), actor, id, canReact);
  await setLike(db, actor, id, liked ?? !post.liked);
  const after = await findAllowed(within(db), actor, id, canReact);
  return { liked: after.liked, likes: after.likes };
}

export async function commentPost(
  db: Db,
  actor: Actor,
  { id, text }: { id: number; text: string },
): Promise<Comment> {
  await findAllowed(within(db), actor, id, canReact);
  return insertComment(db, actor, { postId: id, text });
}

/** The one way to a post: one of another school is not there, one of the own school may be refused. */
async function findAllowed(
  run: Run,
  actor: Actor,
  id: number,
  isAllowed: (actor: Actor, post: PostFacts) => boolean,
): Promise<StoredPost> {
  const post = await findPost(run, actor, id);
  if (!post || !canKnowOf(actor, post)) throw new AppError('post_not_found');
  if (!isAllowed(actor, post)) throw new AppError('post_denied');
  return post;
}

/** Whether the actor may have a file of a post, or undefined where no post has it. */
export async function mayReadFile(
  run: Run,
  actor: Actor,
  name: string,
): Promise<boolean | undefined> {
  const id = await postOfFile(run, name);
  const post = id && (await findPost(run, actor, id));
  return post ? canRead(actor, post) : undefined;
}

function shown({ actor, signer }: Reader, post: StoredPost): Post {
  const { author_role, author_class_id: _, school_id, attachments, ...rest } = post;
  const isDecisionTold = canReadDecision(actor, post);
  return {
    ...rest,
    authorRole: author_role,
    authorSchoolId: school_id,
    approved: post.status === 'approved',
    reason: isDecisionTold ? post.reason : null,
    decided_by: isDecisionTold ? post.decided_by : null,
    likeCount: post.likes.length,
    attachments: attachments.map(({ file, thumb, ...about }) => ({
      ...about,
      url: signer.sign(`${filesPath}${file}`, actor.id),
      thumb: thumb && signer.sign(`${filesPath}${thumb}`, actor.id),
    })),
    can: abilitiesOf(actor, post),
  };
}
