import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconHistory,
  IconKey,
  IconLockOpen,
  IconPencil,
  IconTrash,
  IconUserShare,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { describeError } from '../../lib/api-errors.ts';
import { historyPath } from '../../lib/paths.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { SubstituteDialog } from '../classes/public.ts';
import { useDeleteAccount } from './accounts.api.ts';
import { type OnIssued, usePasswordReset } from './use-password-reset.ts';
import { useUnlock } from './use-unlock.ts';

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
      <MoreButton account={account} />
    </>
  );
}

/** Rarely needed actions. */
function MoreButton({ account }: { account: Account }) {
  const { full_name, school_id, role, status, can } = account;
  const { unlock, isUnlocking } = useUnlock();
  const [isSubstituteOpen, setIsSubstituteOpen] = useState(false);
  const canUnlock = can.unlock && account.isLoginSlowed;
  const canSubstitute = role === 'Teacher' && status === 'active' && school_id !== null && can.edit;
  if (!canUnlock && !canSubstitute) return null;
  return (
    <>
      <Menu position="bottom-end" radius="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            aria-label={t`Việc khác với ${full_name}`}
            title={t`Việc khác`}
            loading={isUnlocking}
          >
            <IconDotsVertical size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canSubstitute && (
            <Menu.Item
              leftSection={<IconUserShare size={20} aria-hidden />}
              onClick={() => setIsSubstituteOpen(true)}
            >
              {t`Dạy thay…`}
            </Menu.Item>
          )}
          {canUnlock && (
            <Menu.Item
              leftSection={<IconLockOpen size={20} aria-hidden />}
              onClick={() => unlock(account)}
            >
              {t`Mở khóa đăng nhập`}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {canSubstitute && isSubstituteOpen && (
          <SubstituteDialog
            target={{ schoolId: school_id, teacher: account }}
            onClose={() => setIsSubstituteOpen(false)}
          />
        )}
      </Suspense>
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
