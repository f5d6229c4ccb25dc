import { t } from '@lingui/core/macro';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';

/** Deletes an account, once confirmed. */
export function useDeleteAccount(onDeleted?: () => void) {
  const { mutate, isPending } = useAdminMutation(({ id, role }: Account) =>
    request(role === 'Student' ? accounts.deleteStudent : accounts.delete, { params: { id } }),
  );
  const deleteAccount = async (account: Account) => {
    const { full_name, username } = account;
    const isConfirmed = await askToConfirm({
      title: t`Xóa tài khoản?`,
      message: t`Tài khoản ${username} của ${full_name} sẽ bị xóa. Bài viết, điểm danh và lịch sử vẫn còn.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    mutate(account, {
      onSuccess: () => {
        toast({ kind: 'success', message: t`Đã xóa tài khoản ${username}` });
        onDeleted?.();
      },
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Không xóa được tài khoản`) }),
    });
  };
  return { deleteAccount, isDeleting: isPending };
}
