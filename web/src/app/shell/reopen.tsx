import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { CorrectionAction } from '../../features/attendance/correction-action.ts';
import { correctionFeature } from '../../features/attendance/correction-sender.ts';
import {
  draftCorrection,
  draftSheet,
  draftUnsent,
} from '../../features/attendance/reopen-sheet.ts';
import { type SheetAction, sheetFeature } from '../../features/attendance/sheet-sender.ts';
import { appendToCommentDraft } from '../../features/posts/comment-draft.ts';
import { PostEditor } from '../../features/posts/lazy-post-editor.ts';
import { toOptimisticPosts } from '../../features/posts/optimistic-posts.ts';
import { type PostAction, toLocalPostId } from '../../features/posts/post-actions.ts';
import type { ReopenedAction } from '../../features/posts/post-editor.tsx';
import { isPostUnavailable, refreshPost } from '../../features/posts/posts.api.ts';
import { findLoadedPost } from '../../features/posts/posts.cache.ts';
import { useUser } from '../../lib/current-user.ts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import type { ReopenedState } from '../../lib/outbox/use-reopened.ts';
import { paths, postPath } from '../../lib/paths.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { toast } from '../../ui/toast.ts';
import { isMobile } from '../../ui/use-is-mobile.ts';

export interface ReopenedPostEntry {
  /** Missing if it is a new post, or no longer there. */
  post: Post | undefined;
  /** Missing if nothing was rejected: then what the editor saves is an edit of the unsent post. */
  reopened?: ReopenedAction;
}

/** The editor of an unsent or rejected post. The entry stays until the editor saves. */
export function ReopenedPost({
  post,
  reopened,
  onClose,
}: ReopenedPostEntry & { onClose: () => void }) {
  return (
    <Suspense>
      <PostEditor {...(post && { post })} {...(reopened && { reopened })} onClose={onClose} />
    </Suspense>
  );
}

const isSheet = ({ feature }: OutboxEntryView) =>
  feature === sheetFeature || feature === correctionFeature;

const isWaiting = ({ rejectionMessage }: OutboxEntryView) => rejectionMessage === undefined;

/**
 * What belongs to an unsent post that is gone has no place to open in, nor has what waits without words. What
 * may have arrived is not taken back, or it might be there twice; an edit of it is sent behind it.
 */
export function canReopen(entry: OutboxEntryView): boolean {
  const action = entry.action as PostAction;
  if (action.kind === 'create' || action.kind === 'edit') return true;
  if (isWaiting(entry) && entry.isAttempted) return false;
  if (isSheet(entry)) return true;
  return action.post > 0 && (!isWaiting(entry) || action.kind === 'comment');
}

/** Opens an unsent or rejected action where it was written, with its words and files. */
export function useReopen(openPost: (entry: ReopenedPostEntry) => void, closeSheet: () => void) {
  const client = useQueryClient();
  const user = useUser();
  const outbox = useOutbox();

  const openPage = (path: string, { seq }: OutboxEntryView) =>
    navigate(path, { state: { reopened: seq } satisfies ReopenedState });

  /** The words are in their draft before the action leaves the outbox, unless it is on its way by now. */
  const takeBack = async ({ key }: OutboxEntryView, undoDraft: () => void) => {
    if ((await outbox.withdraw([key])) === 0) undoDraft();
  };

  const openSheet = async (entry: OutboxEntryView) => {
    const action = entry.action as SheetAction | CorrectionAction;
    if (isWaiting(entry)) await takeBack(entry, draftUnsent(user, action));
    else if ('students' in action) await draftSheet(client, user, action);
    else await draftCorrection(client, user, action);
    const mode = isMobile() && 'students' in action ? '&view=roll' : '';
    openPage(`${paths.classes}?class=${action.classId}&week=${action.week}${mode}`, entry);
  };

  const openPostAction = async (entry: OutboxEntryView) => {
    const { seq } = entry;
    const action = entry.action as PostAction;
    if (isWaiting(entry) && (action.kind === 'create' || action.kind === 'edit')) {
      const id = action.kind === 'create' ? toLocalPostId(seq) : action.post;
      const loaded = findLoadedPost(client, id) ?? (await findPost(id));
      const shown = toOptimisticPosts(loaded ? [loaded] : [], 'mine', outbox.entries(), user);
      const post = shown.find((candidate) => candidate.id === id);
      // Sent or deleted by now.
      return post && openPost({ post });
    }
    if (action.kind === 'create') return openPost({ post: undefined, reopened: { seq, action } });
    if (action.kind === 'edit') {
      const post = await findPost(action.post);
      return openPost({ post, reopened: { seq, action } });
    }
    if (action.kind === 'comment') {
      const undoDraft = appendToCommentDraft(user.id, action.post, action.text);
      if (isWaiting(entry)) await takeBack(entry, undoDraft);
    }
    openPage(postPath(action.post), entry);
  };

  const findPost = async (id: number) => {
    try {
      return id > 0 ? await refreshPost(client, id) : undefined;
    } catch (error) {
      if (isPostUnavailable(error)) return undefined;
      throw error;
    }
  };

  return async (entry: OutboxEntryView) => {
    try {
      await (isSheet(entry) ? openSheet(entry) : openPostAction(entry));
      closeSheet();
    } catch {
      toast({ kind: 'error', message: t`Chưa mở lại được, hãy thử lại khi có mạng` });
    }
  };
}
