import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { askForText, askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { findFocusNearby, focusOnceLost } from './focus-after-delete.ts';
import type { OptimisticComment } from './local-posts.ts';
import type { PostAction } from './post-actions.ts';
import { refreshPost, useSubmitPostAction } from './posts.api.ts';
import { listCommentReasons } from './reasons.ts';

/** What a user can do with a comment; each function first asks what it needs to know. */
export function useCommentActions(postId: number, comment: OptimisticComment) {
  const client = useQueryClient();
  const submitAction = useSubmitPostAction();
  const { id, version, text } = comment;
  const target = { post: postId, comment: id };

  const submit = async (action: PostAction, done: string, failed: string) => {
    try {
      const outcome = await submitAction(action);
      const message = outcome === 'sent' ? done : `${done} ${messages.feed.offline}`;
      toast({ kind: outcome === 'sent' ? 'success' : 'kept', message });
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      toast({ kind: isConflict ? 'info' : 'error', message: describeError(error, failed) });
      // Another moderator was faster: show what they did.
      if (isConflict) await refreshPost(client, postId).catch(() => undefined);
    }
  };

  return {
    deleteComment: async () => {
      const focusTarget = findFocusNearby();
      const isConfirmed = await askToConfirm({
        title: t`Xóa bình luận?`,
        message: t`Bình luận của bạn sẽ bị xóa, không lấy lại được.`,
        confirmLabel: t`Xóa`,
        isDanger: true,
      });
      if (!isConfirmed) return;
      focusOnceLost(focusTarget);
      const action: PostAction = { kind: 'delete-comment', ...target, text };
      await submit(action, t`Đã xóa bình luận`, t`Chưa xóa được bình luận, hãy thử lại`);
    },
    report: async () => {
      const reason = await askForText({
        title: t`Báo cáo bình luận`,
        message: t`Thầy cô sẽ xem lại bình luận này, và không thấy tên bạn.`,
        label: t`Vì sao bạn báo cáo?`,
        choices: listCommentReasons(),
        maxLength: limits.maxReasonLength,
        confirmLabel: t`Báo cáo`,
        isRequired: true,
      });
      if (reason === null) return;
      const action: PostAction = { kind: 'report-comment', ...target, reason };
      await submit(action, t`Đã báo cáo, cảm ơn bạn`, t`Chưa báo cáo được, hãy thử lại`);
    },
    hide: async () => {
      const reason = await askForText({
        title: t`Ẩn bình luận?`,
        message: t`Mọi người sẽ chỉ thấy “Bình luận đã được ẩn”. Người viết thấy lý do.`,
        label: t`Lý do cho người viết`,
        choices: listCommentReasons(),
        maxLength: limits.maxReasonLength,
        confirmLabel: t`Ẩn`,
        isRequired: true,
        isDanger: true,
      });
      if (reason === null) return;
      const action: PostAction = { kind: 'hide-comment', ...target, version, reason };
      await submit(action, t`Đã ẩn bình luận`, t`Chưa ẩn được bình luận, hãy thử lại`);
    },
    approve: () =>
      submit(
        { kind: 'approve-comment', ...target, version },
        t`Đã duyệt bình luận`,
        t`Chưa duyệt được bình luận, hãy thử lại`,
      ),
    restore: () =>
      submit(
        { kind: 'restore-comment', ...target, version },
        t`Đã hiện lại bình luận`,
        t`Chưa hiện lại được bình luận, hãy thử lại`,
      ),
  };
}
