import type { Account, IssuedPassword } from '@lop-xanh/contract/accounts';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { ApiError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { confirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useResetClass, useResetPassword } from './accounts.api.ts';

type Hand = (accounts: IssuedPassword[]) => void;

/** Gives one person a temporary password, after a question, and hands it over. */
export function useReset(onHanded: Hand) {
  const { mutateAsync, isPending } = useResetPassword();
  const submission = useSubmissionKey();
  const reset = async ({ id, full_name, username, class_name }: Account) => {
    const isSure = await confirm({
      title: 'Đặt lại mật khẩu?',
      message: `${full_name} sẽ bị đăng xuất khỏi mọi thiết bị và nhận một mật khẩu tạm thời.`,
      confirm: 'Đặt lại',
    });
    if (!isSure) return;
    try {
      const { password } = await mutateAsync({ id, key: submission.keyFor(id) });
      submission.forget();
      if (password) onHanded([{ id, full_name, username, class_name, password }]);
      else toast({ kind: 'error', message: messages.accounts.resetWithoutPassword });
    } catch (error) {
      tellFailure(error);
    }
  };
  return { reset, isResetting: isPending };
}

/** The same for all active students of a class. */
export function useClassReset(onHanded: Hand) {
  const { mutateAsync, isPending } = useResetClass();
  const submission = useSubmissionKey();
  const reset = async ({ id, name, student_count }: SchoolClass) => {
    const isSure = await confirm({
      title: `Đặt lại mật khẩu cả lớp ${name}?`,
      message: `${student_count} học sinh sẽ bị đăng xuất và nhận mật khẩu tạm thời. Hãy in thẻ ngay sau đó.`,
      confirm: 'Đặt lại cả lớp',
      isDanger: true,
    });
    if (!isSure) return;
    try {
      const { accounts } = await mutateAsync({ id, key: submission.keyFor(id) });
      submission.forget();
      const isHanded = accounts.length > 0 && accounts.every(({ password }) => password !== '');
      if (isHanded) onHanded(accounts);
      else toast({ kind: 'error', message: messages.accounts.noPassword });
    } catch (error) {
      tellFailure(error);
    }
  };
  return { reset, isResetting: isPending };
}

function tellFailure(error: unknown): void {
  const reason =
    error instanceof ApiError
      ? `${error.status} ${error.message}`.trim()
      : 'máy chủ không trả lời, hãy thử lại';
  toast({ kind: 'error', message: messages.accounts.resetFailed(reason) });
}
