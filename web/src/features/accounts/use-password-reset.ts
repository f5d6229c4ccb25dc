import { t } from '@lingui/core/macro';
import type { Account, IssuedPassword } from '@lop-xanh/contract/accounts';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '../../language/messages.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useResetClassPasswords, useResetPassword } from './accounts.api.ts';

export type OnIssued = (accounts: IssuedPassword[]) => void;

type Owner = Pick<Account, 'id' | 'full_name' | 'username' | 'class_name'>;

/** Issues a temporary password to one user, once confirmed. */
export function usePasswordReset(onIssued: OnIssued) {
  const { mutateAsync, isPending } = useResetPassword();
  const submission = useSubmissionKey();
  const reset = async ({ id, full_name, username, class_name }: Owner) => {
    const isConfirmed = await askToConfirm({
      title: t`Đặt lại mật khẩu?`,
      message: t`${full_name} sẽ bị đăng xuất khỏi mọi thiết bị và nhận một mật khẩu tạm thời.`,
      confirmLabel: t`Đặt lại`,
    });
    if (!isConfirmed) return;
    try {
      const { password } = await mutateAsync({ id, key: submission.getKeyFor(id) });
      submission.reset();
      if (password) onIssued([{ id, full_name, username, class_name, password }]);
      else toast({ kind: 'error', message: messages.accounts.resetWithoutPassword });
    } catch (error) {
      showError(error);
    }
  };
  return { reset, isResetting: isPending };
}

/** Issues temporary passwords to all active students of a class, once confirmed. */
export function useClassPasswordReset(onIssued: OnIssued) {
  const { mutateAsync, isPending } = useResetClassPasswords();
  const submission = useSubmissionKey();
  const reset = async ({ id, name, student_count: count }: SchoolClass) => {
    const isConfirmed = await askToConfirm({
      title: t`Đặt lại mật khẩu cả lớp ${name}?`,
      message: t`${count} học sinh sẽ bị đăng xuất và nhận mật khẩu tạm thời. Hãy in thẻ ngay sau đó.`,
      confirmLabel: t`Đặt lại cả lớp`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    try {
      const { accounts } = await mutateAsync({ id, key: submission.getKeyFor(id) });
      submission.reset();
      const hasPasswords = accounts.length > 0 && accounts.every(({ password }) => password !== '');
      if (hasPasswords) onIssued(accounts);
      else toast({ kind: 'error', message: messages.accounts.noPassword });
    } catch (error) {
      showError(error);
    }
  };
  return { reset, isResetting: isPending };
}

function showError(error: unknown): void {
  const reason =
    error instanceof ApiError
      ? `${error.status} ${error.message}`.trim()
      : t`máy chủ không trả lời, hãy thử lại`;
  toast({ kind: 'error', message: messages.accounts.resetFailed(reason) });
}
