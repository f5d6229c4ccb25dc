import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-errors.ts';
import { toast } from '../../ui/toast.ts';
import { isQueueDecision, type PostAction, type QueueDecision } from './post-actions.ts';
import { refreshPost } from './posts.api.ts';

/**
 * Tells a moderator that somebody else was faster, and who. A rejection whose reason may be needed again
 * is kept: its post or comment still waits.
 */
export async function explainRejection(
  client: QueryClient,
  action: PostAction,
  error: unknown,
): Promise<boolean> {
  if (!isQueueDecision(action) || !(error instanceof ApiError)) return false;
  if (error.status === 404) {
    toast({ kind: 'info', message: t`Nội dung bạn vừa quyết định đã bị xóa` });
    return true;
  }
  if (error.code !== 'conflict') return false;
  const post = await refreshPost(client, action.post).catch(() => undefined);
  const message = post && describeOutcome(post, action);
  if (message === undefined && 'reason' in action) return false;
  toast({
    kind: 'info',
    message: message ?? t`Nội dung vừa thay đổi, hãy xem lại trước khi quyết định`,
  });
  return true;
}

/** What somebody else decided; undefined if it still waits. */
function describeOutcome(post: Post, action: QueueDecision): string | undefined {
  const { title } = post;
  if ('comment' in action) {
    const comment = post.comments.find(({ id }) => id === action.comment);
    const mod = comment?.decided_by ?? t`người khác`;
    if (comment?.status === 'held') return undefined;
    return comment?.status === 'hidden'
      ? t`Bình luận đã bị ${mod} ẩn`
      : t`Bình luận đã được ${mod} duyệt`;
  }
  const mod = post.decided_by ?? t`người khác`;
  switch (post.status) {
    case 'approved':
      return t`“${title}” đã được ${mod} duyệt`;
    case 'rejected':
      return t`“${title}” đã bị ${mod} từ chối`;
    case 'withdrawn':
      return t`“${title}” đã bị ${mod} gỡ`;
    case 'pending':
      return undefined;
  }
}
