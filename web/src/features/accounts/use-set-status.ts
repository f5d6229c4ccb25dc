import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useSaveAccount } from './accounts.api.ts';

/** Deactivates an active account, once confirmed, or activates an inactive one. */
export function useSetStatus(account: Account) {
  const { mutate, isPending } = useSaveAccount(account);
  const submission = useSubmissionKey();
  const { full_name, username } = account;
  const isActive = account.status === 'active';
  const setStatus = async () => {
    const question = {
      title: t`Khóa tài khoản?`,
      message: t`${full_name} sẽ bị đăng xuất khỏi mọi thiết bị và không đăng nhập được nữa. Dữ liệu vẫn còn, và có thể mở lại.`,
      confirmLabel: t`Khóa tài khoản`,
      isDanger: true,
    };
    if (isActive && !(await askToConfirm(question))) return;
    const edit = { status: isActive ? 'inactive' : 'active' } as const;
    const key = submission.getKeyFor([account.id, account.version, edit]);
    mutate(
      { changes: { edit }, key },
      {
        onSuccess: () => {
          submission.reset();
          toast({
            kind: 'success',
            message: isActive
              ? t`Đã khóa tài khoản ${username}`
              : t`Đã mở lại tài khoản ${username}`,
          });
        },
        onError: (error) =>
          toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) }),
      },
    );
  };
  return { setStatus, isSaving: isPending };
}
