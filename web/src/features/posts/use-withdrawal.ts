import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { askForText } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import type { PostAction } from './post-actions.ts';
import { useSubmitPostAction } from './posts.api.ts';
import { listWithdrawalReasons } from './reasons.ts';
import { reportFailedDecision } from './use-moderation.ts';

/** Lets a Mod withdraw an approved post, and restore it. */
export function useWithdrawal(post: Post) {
  const client = useQueryClient();
  const submitAction = useSubmitPostAction();
  const { id, title, version, author_display: author } = post;

  const submit = async (action: PostAction, done: string, failed: string) => {
    try {
      const outcome = await submitAction(action);
      const message = outcome === 'sent' ? done : `${done} ${messages.feed.offline}`;
      toast({ kind: outcome === 'sent' ? 'success' : 'kept', message });
    } catch (error) {
      await reportFailedDecision(client, post, error, failed);
    }
  };
  return {
    withdraw: async () => {
      const reason = await askForText({
        title: t`Gỡ bài viết?`,
        message: t`Học sinh và phụ huynh sẽ không thấy “${title}” của ${author} nữa.`,
        label: t`Lý do cho người viết`,
        choices: listWithdrawalReasons(),
        maxLength: limits.maxReasonLength,
        confirmLabel: t`Gỡ bài`,
        isRequired: true,
        isDanger: true,
      });
      if (reason === null) return;
      const action: PostAction = { kind: 'withdraw', post: id, title, version, reason };
      await submit(action, t`Đã gỡ bài viết`, t`Chưa gỡ được bài viết, hãy thử lại`);
    },
    restore: () =>
      submit(
        { kind: 'restore', post: id, title, version },
        t`Đã đăng lại bài viết`,
        t`Chưa đăng lại được bài viết, hãy thử lại`,
      ),
  };
}
