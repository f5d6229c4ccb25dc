import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconHistory, IconKey, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { historyPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useDeleteAccount } from './use-delete-account.ts';
import { type OnIssued, usePasswordReset } from './use-password-reset.ts';

interface Props {
  account: Account;
  onEdit: (account: Account) => void;
  onShowParents: ((account: Account) => void) | undefined;
  onIssued: OnIssued;
}

/** The actions on an account that the user may take: the frequent ones as icons, the others in a menu. */
export function AccountActions({ account, onEdit, onShowParents, onIssued }: Props) {
  const { full_name, can, parent_ids } = account;
  const { reset, isResetting } = usePasswordReset(onIssued);
  const history = historyPath(account);
  return (
    <>
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
      <AccountMenu account={account}>
        {onShowParents && (parent_ids.length > 0 || can.addParent) && (
          <Menu.Item
            leftSection={<IconUsersGroup size={20} aria-hidden />}
            onClick={() => onShowParents(account)}
          >
            {t`Phụ huynh…`}
          </Menu.Item>
        )}
      </AccountMenu>
    </>
  );
}

function DeleteButton({ account }: { account: Account }) {
  const { deleteAccount, isDeleting } = useDeleteAccount();
  const { full_name } = account;
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={t`Xóa ${full_name}`}
      title={t`Xóa`}
      loading={isDeleting}
      onClick={() => void deleteAccount(account)}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
