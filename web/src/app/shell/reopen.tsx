import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { CorrectionAction } from '../../features/attendance/correction-action.ts';
import { correctionFeature } from '../../features/attendance/correction-sender.ts';
import { draftCorrection, draftSheet } from '../../features/attendance/reopen-sheet.ts';
import { type SheetAction, sheetFeature } from '../../features/attendance/sheet-sender.ts';
import { appendToCommentDraft } from '../../features/posts/comment-draft.ts';
import { PostEditor } from '../../features/posts/lazy-post-editor.ts';
import type { PostAction } from '../../features/posts/post-actions.ts';
import type { ReopenedAction } from '../../features/posts/post-editor.tsx';
import { isPostUnavailable, refreshPost } from '../../features/posts/posts.api.ts';
import { useUser } from '../../lib/current-user.ts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import type { ReopenedState } from '../../lib/outbox/use-reopened.ts';
import { paths, postPath } from '../../lib/paths.ts';
import { toast } from '../../ui/toast.ts';
import { isMobile } from '../../ui/use-is-mobile.ts';

export interface ReopenedPostEntry {
  /** Missing if it is a new post, or no longer there. */
  post: Post | undefined;
  reopened: ReopenedAction;
}

/** The editor of a rejected post. The entry stays until it is sent again. */
export function ReopenedPost({
  post,
  reopened,
  onClose,
}: ReopenedPostEntry & { onClose: () => void }) {
  return (
    <Suspense>
      <PostEditor {...(post && { post })} reopened={reopened} onClose={onClose} />
    </Suspense>
  );
}

const isSheet = ({ feature }: OutboxEntryView) =>
  feature === sheetFeature || feature === correctionFeature;

/** What belongs to an unsent post that is gone has no place to open in. */
export function canReopen(entry: OutboxEntryView): boolean {
  if (isSheet(entry)) return true;
  const action = entry.action as PostAction;
  return action.kind === 'create' || action.kind === 'edit' || action.post > 0;
}

/** Opens a rejected action where it was written, with its words and files. */
export function useReopen(openPost: (entry: ReopenedPostEntry) => void, closeSheet: () => void) {
  const client = useQueryClient();
  const user = useUser();
  const navigate = useNavigate();

  const openPage = (path: string, { seq }: OutboxEntryView) =>
    navigate(path, { state: { reopened: seq } satisfies ReopenedState });

  const openSheet = async (entry: OutboxEntryView) => {
    const action = entry.action as SheetAction | CorrectionAction;
    await ('students' in action
      ? draftSheet(client, user, action)
      : draftCorrection(client, user, action));
    const mode = isMobile() && 'students' in action ? '&view=roll' : '';
    await openPage(`${paths.classes}?class=${action.classId}&week=${action.week}${mode}`, entry);
  };

  const openPostAction = async (entry: OutboxEntryView) => {
    const { seq } = entry;
    const action = entry.action as PostAction;
    if (action.kind === 'create') return openPost({ post: undefined, reopened: { seq, action } });
    if (action.kind === 'edit') {
      const post = await findPost(action.post);
      return openPost({ post, reopened: { seq, action } });
    }
    if (action.kind === 'comment') appendToCommentDraft(user.id, action.post, action.text);
    await openPage(postPath(action.post), entry);
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
