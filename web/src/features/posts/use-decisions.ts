import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessageOr } from '../../lib/api-errors.ts';
import { askForText } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { refreshPost, useApprovePost, usePostAct } from './posts.api.ts';

export type Place = 'feed' | 'elsewhere';

const rejectFailed = {
  feed: messages.moderation.feedRejectFailed,
  elsewhere: messages.moderation.rejectFailed,
};

/** A moderator's two answers. Awaited, not called back: a decided post leaves the panel at once. */
export function useDecisions(post: Post, place: Place) {
  const client = useQueryClient();
  const approval = useApprovePost(post);
  const act = usePostAct();
  const [isRejecting, setIsRejecting] = useState(false);

  const approve = async () => {
    try {
      await approval.mutateAsync();
      toast({ kind: 'success', message: messages.moderation.approved });
    } catch (error) {
      await explain(client, post, error, messages.moderation.approveFailed);
    }
  };

  const reject = async () => {
    const reason = await askForText({
      title: messages.moderation.confirmReject,
      message: `“${post.title}” của ${post.author_display} sẽ không được đăng.`,
      label: 'Lý do cho người viết (không bắt buộc)',
      maxLength: limits.reasonMax,
      confirm: 'Reject',
      isDanger: true,
    });
    if (reason === null) return;
    setIsRejecting(true);
    try {
      const { id, title, version } = post;
      const outcome = await act({ kind: 'reject', post: id, title, version, reason });
      if (outcome === 'sent') toast({ kind: 'success', message: messages.moderation.rejected });
      else toast({ kind: 'error', message: messages.feed.rejectFailed });
    } catch (error) {
      await explain(client, post, error, rejectFailed[place]);
    }
    setIsRejecting(false);
  };

  return {
    approve,
    reject,
    isApproving: approval.isPending,
    isRejecting,
  };
}

/** One who came too late hears what became of the post. */
async function explain(client: QueryClient, { id }: Post, error: unknown, failure: string) {
  const isLate = error instanceof ApiError && error.code === 'conflict';
  const message = isLate
    ? await refreshPost(client, id).then(fateOf, () => errorMessageOr(failure, error))
    : errorMessageOr(failure, error);
  toast({ kind: isLate ? 'info' : 'error', message });
}

function fateOf({ status, decided_by }: Post): string {
  const who = decided_by ?? 'người khác';
  switch (status) {
    case 'approved':
      return `Bài viết đã được ${who} duyệt`;
    case 'rejected':
      return `Bài viết đã bị ${who} từ chối`;
    case 'pending':
      return 'Bài viết vừa được sửa, hãy xem lại trước khi quyết định';
  }
}
