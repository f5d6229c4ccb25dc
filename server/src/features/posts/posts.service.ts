import type { Comment, Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { breaksReference } from '../../database/clashes.ts';
import { type Db, type Run, within } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { JsonText, withFields } from '../../http/json-text.ts';
import { decodeCursor, encodeCursor, toPage } from '../../http/paging.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import { nameBehind } from '../../storage/serve-files.ts';
import type { Reader } from '../../storage/signed-urls.ts';
import { tellOfDecision, tellOfPending } from '../notifications/tell.service.ts';
import { addAttachments, keepAttachments, postOfFile } from './attachments.queries.ts';
import {
  countPending,
  decidePost,
  deletePost,
  feedPage,
  findPost,
  insertPost,
  lockPost,
  pendingPage,
  rewritePost,
  type StoredPost,
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
import { commentsBefore, findComment, insertComment, setLike } from './reactions.queries.ts';

interface PageOfPosts {
  posts: Post[];
  next: string | null;
}

export const filesPath = '/uploads/posts/';

export async function readFeed(
  run: Run,
  { actor, signer }: Reader,
  { whose, limit, before }: { whose: Whose; limit: number; before?: string | undefined },
): Promise<JsonText<PageOfPosts>> {
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const rows = await feedPage(run, actor, { whose, before: last, limit: limit + 1 });
  const { page, next } = toPage(rows, limit, ({ judged }) => judged.id);
  return pageText({ actor, signer }, page, { next });
}

export async function readPending(
  run: Run,
  { actor, signer }: Reader,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<JsonText<PageOfPosts & { count: number }>> {
  const after = before ? decodeCursor(before) : 0;
  const rows = await pendingPage(run, actor, { after, limit: limit + 1 });
  const { page, next } = toPage(rows, limit, ({ judged }) => judged.id);
  const count = await countPending(run, actor);
  return pageText({ actor, signer }, page, { next, count });
}

export async function readPost(run: Run, reader: Reader, id: number): Promise<JsonText<Post>> {
  return postText(reader, await findAllowed(run, reader.actor, id, canRead));
}

export async function submitPost(
  run: Run,
  reader: Reader,
  post: { title: string; content: string; files: ReceivedFile[] },
): Promise<JsonText<Post>> {
  return postText(reader, await insertPost(run, reader.actor, post));
}

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
): Promise<JsonText<Post>> {
  await lockPost(db, edit.id);
  const { judged } = await findAllowed(within(db), reader.actor, edit.id, canEdit);
  const { attachments, version, status } = judged;
  if (edit.version !== undefined && edit.version !== version) throw new AppError('post_changed');
  const own = attachments.map(({ file }) => file);
  const kept = edit.kept
    ? edit.kept.map((url) => nameBehind(url, filesPath)).filter((file) => own.includes(file))
    : own;
  if (kept.length + edit.files.length > limits.attachmentsMax) {
    throw fieldError('too_many_files', 'attachments');
  }
  await keepAttachments(db, { postId: edit.id, files: kept });
  await addAttachments(db, reader.actor, { postId: edit.id, files: edit.files });
  await rewritePost(db, edit.id, { title: edit.title, content: edit.content });
  if (status !== 'pending') await tellOfPending(within(db), edit.id);
  return readPost(within(db), reader, edit.id);
}

export async function removePost(db: Db, actor: Actor, id: number): Promise<void> {
  await lockPost(db, id);
  await findAllowed(within(db), actor, id, canEdit);
  await deletePost(db, id);
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
): Promise<JsonText<Post>> {
  const { id, decision, version, reason } = judgement;
  await lockPost(db, id);
  const post = await findAllowed(within(db), reader.actor, id, canDecide);
  const { status } = post.judged;
  if (status === decision) return postText(reader, post);
  const isStale = version !== undefined && version !== post.judged.version;
  if (isStale || !isDecisionOpen(status, decision)) throw new AppError('post_changed');
  const words = decision === 'rejected' && reason ? reason : null;
  await decidePost(db, reader.actor, { id, status: decision, reason: words });
  await tellOfDecision(within(db), reader.actor, { postId: id, decision });
  return readPost(within(db), reader, id);
}

type Likes = Pick<Post, 'liked' | 'likes' | 'likeCount'>;

export async function likePost(
  run: Run,
  actor: Actor,
  like: { id: number; liked: boolean | undefined },
): Promise<Likes> {
  const set = await setLike(run, actor, like).catch(refuseGone);
  if (!set) return refuseReaction(run, actor, like.id);
  if (set.liked === null) return likePost(run, actor, like);
  const { liked, names, others } = set;
  if (!liked) return { liked, likes: names, likeCount: others };
  const likes = [...names.slice(0, limits.likesListed - 1), actor.username];
  return { liked, likes, likeCount: others + 1 };
}

/** What `likePost` answered, as it stands now. */
export async function readLikes(run: Run, actor: Actor, id: number): Promise<Likes> {
  const { told } = await findAllowed(run, actor, id, canRead);
  const { liked, likes, likeCount } = JSON.parse(told) as Post;
  return { liked, likes, likeCount };
}

export async function commentPost(
  run: Run,
  actor: Actor,
  { id, text }: { id: number; text: string },
): Promise<Comment> {
  const said = await insertComment(run, actor, { postId: id, text }).catch(refuseGone);
  if (!said) return refuseReaction(run, actor, id);
  if (said.comment) return said.comment;
  throw new AppError('too_many_comments', { retryAfterSeconds: said.secondsToWait });
}

/** Older comments of a post that the reader may read. */
export async function readComments(
  run: Run,
  actor: Actor,
  { id, limit, before }: { id: number; limit: number; before?: string | undefined },
): Promise<JsonText<{ comments: Comment[]; next: string | null }>> {
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const rows = await commentsBefore(run, actor, { postId: id, before: last, limit: limit + 1 });
  if (rows.length === 0) await findAllowed(run, actor, id, canRead);
  const { page, next } = toPage(rows, limit, (comment) => comment.id);
  const list = page.toReversed().map(({ told }) => told);
  return new JsonText(withFields(`{"comments":[${list.join()}]}`, { next }));
}

export async function readComment(
  run: Run,
  actor: Actor,
  { postId, id }: { postId: number; id: number },
): Promise<Comment> {
  await findAllowed(run, actor, postId, canRead);
  const comment = await findComment(run, actor, { postId, id });
  if (!comment) throw new AppError('not_found');
  return comment;
}

/** The post was there when the statement began, and was deleted before it ended. */
function refuseGone(error: unknown): never {
  throw breaksReference(error) ? new AppError('post_not_found', { cause: error }) : error;
}

/** Says why the reader may not like or comment; a post that they may by now has just changed. */
async function refuseReaction(run: Run, actor: Actor, id: number): Promise<never> {
  await findAllowed(run, actor, id, canReact);
  throw new AppError('post_changed');
}

/** The one way to a post: one of another school is not there, one of the own school may be refused. */
async function findAllowed(
  run: Run,
  actor: Actor,
  id: number,
  isAllowed: (actor: Actor, post: PostFacts) => boolean,
): Promise<StoredPost> {
  const post = await findPost(run, actor, id);
  if (!post || !canKnowOf(actor, post.judged)) throw new AppError('post_not_found');
  if (!isAllowed(actor, post.judged)) throw new AppError('post_denied');
  return post;
}

/** Whether the actor may have a file of a post, or undefined where no post has it. */
export async function mayReadFile(
  run: Run,
  actor: Actor,
  name: string,
): Promise<boolean | undefined> {
  const post = await postOfFile(run, name);
  return post && canRead(actor, post);
}

function pageText<About extends Record<string, unknown>>(
  reader: Reader,
  page: StoredPost[],
  about: About,
) {
  const list = page.map((post) => postText(reader, post).text).join();
  return new JsonText<{ posts: Post[] } & About>(withFields(`{"posts":[${list}]}`, about));
}

function postText({ actor, signer }: Reader, { judged, told }: StoredPost): JsonText<Post> {
  const isDecisionTold = canReadDecision(actor, judged);
  return new JsonText(
    withFields(told, {
      reason: isDecisionTold ? judged.reason : null,
      decided_by: isDecisionTold ? judged.decided_by : null,
      commentsNext: judged.oldest_comment && encodeCursor(judged.oldest_comment),
      attachments: judged.attachments.map(({ file, thumb, ...about }) => ({
        ...about,
        url: signer.sign(`${filesPath}${file}`, actor),
        thumb: thumb && signer.sign(`${filesPath}${thumb}`, actor),
      })),
      can: abilitiesOf(actor, judged),
    }),
  );
}
