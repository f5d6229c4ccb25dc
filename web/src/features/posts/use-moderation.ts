import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { askForText } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { refreshPost, useApprovePost, useSubmitPostAction } from './posts.api.ts';

/**
 * Lets a Mod approve or reject a post. Awaits mutations instead of passing callbacks: a decided post
 * leaves the panel at once, its buttons unmount, and callbacks of an unmounted component do not run.
 */
export function useModeration(post: Post, { isOnCard }: { isOnCard: boolean }) {
  const client = useQueryClient();
  const approval = useApprovePost(post);
  const submitAction = useSubmitPostAction();
  const [isRejecting, setIsRejecting] = useState(false);

  const approve = async () => {
    try {
      await approval.mutateAsync();
      toast({ kind: 'success', message: messages.moderation.approved });
    } catch (error) {
      await reportFailedDecision(client, post, error, messages.moderation.approveFailed);
    }
  };

  const reject = async () => {
    const { id, title, version, author_display: author } = post;
    const reason = await askForText({
      title: messages.moderation.confirmReject,
      message: t`“${title}” của ${author} sẽ không được đăng.`,
      label: t`Lý do cho người viết (không bắt buộc)`,
      maxLength: limits.maxReasonLength,
      confirmLabel: t`Reject`,
      isDanger: true,
    });
    if (reason === null) return;
    setIsRejecting(true);
    try {
      const outcome = await submitAction({ kind: 'reject', post: id, title, version, reason });
      if (outcome === 'sent') toast({ kind: 'success', message: messages.moderation.rejected });
      else toast({ kind: 'kept', message: messages.feed.rejectUnsent });
    } catch (error) {
      const message = isOnCard
        ? messages.moderation.rejectFailedOnCard
        : messages.moderation.rejectFailed;
      await reportFailedDecision(client, post, error, message);
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

/** Shows why the decision failed; after a conflict, what another user did to the post. */
export async function reportFailedDecision(
  client: QueryClient,
  { id }: Post,
  error: unknown,
  fallback: string,
) {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  const message = isConflict
    ? await refreshPost(client, id).then(describeDecision, () => describeError(error, fallback))
    : describeError(error, fallback);
  toast({ kind: isConflict ? 'info' : 'error', message });
}

function describeDecision({ status, decided_by }: Post): string {
  const mod = decided_by ?? t`người khác`;
  switch (status) {
    case 'approved':
      return t`Bài viết đã được ${mod} duyệt`;
    case 'rejected':
      return t`Bài viết đã bị ${mod} từ chối`;
    case 'withdrawn':
      return t`Bài viết đã bị ${mod} gỡ`;
    case 'pending':
      return t`Bài viết vừa được sửa, hãy xem lại trước khi quyết định`;
  }
}
