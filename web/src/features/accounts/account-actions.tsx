import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon } from '@mantine/core';
import { IconHistory, IconKey, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeError } from '../../lib/api-errors.ts';
import { historyPath } from '../../lib/paths.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { AccountMenu } from './account-menu.tsx';
import { useDeleteAccount } from './accounts.api.ts';
import { type OnIssued, usePasswordReset } from './use-password-reset.ts';

interface Props {
  account: Account;
  onEdit: (account: Account) => void;
  onShowParents: ((account: Account) => void) | undefined;
  onIssued: OnIssued;
}

/** The actions on an account that the user may take. */
export function AccountActions({ account, onEdit, onShowParents, onIssued }: Props) {
  const { full_name, can, parent_ids } = account;
  const { reset, isResetting } = usePasswordReset(onIssued);
  const history = historyPath(account);
  return (
    <>
      {onShowParents && (parent_ids.length > 0 || can.addParent) && (
        <ActionIcon
          variant="subtle"
          aria-label={t`Phụ huynh của ${full_name}`}
          title={t({ message: 'Phụ huynh', context: 'parents of a student' })}
          onClick={() => onShowParents?.(account)}
        >
          <IconUsersGroup size={22} />
        </ActionIcon>
      )}
      {can.edit && (
        <ActionIcon
          variant="subtle"
          aria-label={t`Sửa ${full_name}`}
          title={t`Sửa`}
          onClick={() => onEdit(account)}
        >
          <IconPencil size={22} />
        </ActionIcon>
      )}
      {history && (
        <ActionIcon
          component={Link}
          to={history}
          variant="subtle"
          aria-label={t`Lịch sử của ${full_name}`}
          title={t`Lịch sử`}
        >
          <IconHistory size={22} />
        </ActionIcon>
      )}
      {can.resetPassword && (
        <ActionIcon
          variant="subtle"
          aria-label={t`Đặt lại mật khẩu của ${full_name}`}
          title={t`Đặt lại mật khẩu`}
          loading={isResetting}
          onClick={() => void reset(account)}
        >
          <IconKey size={22} />
        </ActionIcon>
      )}
      {can.delete && <DeleteButton account={account} />}
      <AccountMenu account={account} />
    </>
  );
}

function DeleteButton({ account }: { account: Account }) {
  const remove = useDeleteAccount();
  const { full_name, username } = account;
  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Xóa tài khoản?`,
      message: t`Tài khoản ${username} của ${full_name} sẽ bị xóa. Bài viết, điểm danh và lịch sử vẫn còn.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    remove.mutate(account, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã xóa tài khoản ${username}` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Không xóa được tài khoản`) }),
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={t`Xóa ${full_name}`}
      title={t`Xóa`}
      loading={remove.isPending}
      onClick={() => void confirmDelete()}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
