import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconHistory,
  IconKey,
  IconLockOpen,
  IconPencil,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeError } from '../../lib/api-errors.ts';
import { historyPath } from '../../lib/paths.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useDeleteAccount } from './accounts.api.ts';
import { type OnIssued, usePasswordReset } from './use-password-reset.ts';
import { unlockLabel, useUnlock } from './use-unlock.ts';

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
          aria-label={`Phụ huynh của ${full_name}`}
          title="Phụ huynh"
          onClick={() => onShowParents?.(account)}
        >
          <IconUsersGroup size={22} />
        </ActionIcon>
      )}
      {can.edit && (
        <ActionIcon
          variant="subtle"
          aria-label={`Sửa ${full_name}`}
          title="Sửa"
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
          aria-label={`Lịch sử của ${full_name}`}
          title="Lịch sử"
        >
          <IconHistory size={22} />
        </ActionIcon>
      )}
      {can.resetPassword && (
        <ActionIcon
          variant="subtle"
          aria-label={`Đặt lại mật khẩu của ${full_name}`}
          title="Đặt lại mật khẩu"
          loading={isResetting}
          onClick={() => void reset(account)}
        >
          <IconKey size={22} />
        </ActionIcon>
      )}
      {can.delete && <DeleteButton account={account} />}
      {can.unlock && account.isLoginSlowed && <MoreButton account={account} />}
    </>
  );
}

/** Rarely needed actions. */
function MoreButton({ account }: { account: Account }) {
  const { unlock, isUnlocking } = useUnlock();
  return (
    <Menu position="bottom-end" radius="md">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          aria-label={`Việc khác với ${account.full_name}`}
          title="Việc khác"
          loading={isUnlocking}
        >
          <IconDotsVertical size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLockOpen size={20} aria-hidden />}
          onClick={() => unlock(account)}
        >
          {unlockLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function DeleteButton({ account }: { account: Account }) {
  const remove = useDeleteAccount();
  const { full_name, username } = account;
  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: 'Xóa tài khoản?',
      message: `Tài khoản ${username} của ${full_name} sẽ bị xóa. Bài viết, điểm danh và lịch sử vẫn còn.`,
      confirmLabel: 'Xóa',
      isDanger: true,
    });
    if (!isConfirmed) return;
    remove.mutate(account, {
      onSuccess: () => toast({ kind: 'success', message: `Đã xóa tài khoản ${username}` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, 'Không xóa được tài khoản') }),
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={`Xóa ${full_name}`}
      title="Xóa"
      loading={remove.isPending}
      onClick={() => void confirmDelete()}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
