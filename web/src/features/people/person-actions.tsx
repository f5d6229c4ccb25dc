import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Person } from '@lop-xanh/contract/people';
import { Button, Menu } from '@mantine/core';
import {
  IconKey,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconSwitchHorizontal,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import {
  AccountEditor,
  AccountMenu,
  IssuedPasswordsDialog,
  useDeleteAccount,
  usePasswordReset,
  useSetStatus,
} from '../accounts/public.ts';
import { personQuery } from './people.api.ts';

/** What the user may do with the account; what is hard to take back comes last. */
export function PersonActions({ person }: { person: Person }) {
  const { account } = person;
  const { id, role, status, school_name, can } = account;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const { reset } = usePasswordReset(setIssued);
  const { setStatus } = useSetStatus(account);
  const { deleteAccount } = useDeleteAccount(() => void navigate(paths.accounts));
  const reloadList = async () => [(await client.fetchQuery(personQuery(id))).account];
  const hasClass = role === 'Student' || role === 'Teacher';
  return (
    <>
      {can.edit && (
        <Button
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden />}
          onClick={() => setIsEditing(true)}
        >
          {t`Sửa`}
        </Button>
      )}
      <AccountMenu
        account={account}
        dangerItems={
          (can.setStatus || can.delete) && (
            <>
              {can.setStatus && (
                <Menu.Item
                  {...(status === 'active' && { color: 'clay' })}
                  leftSection={
                    status === 'active' ? (
                      <IconLock size={20} aria-hidden />
                    ) : (
                      <IconLockOpen size={20} aria-hidden />
                    )
                  }
                  onClick={() => void setStatus()}
                >
                  {status === 'active' ? t`Khóa tài khoản…` : t`Mở lại tài khoản`}
                </Menu.Item>
              )}
              {can.delete && (
                <Menu.Item
                  color="clay"
                  leftSection={<IconTrash size={20} aria-hidden />}
                  onClick={() => void deleteAccount(account)}
                >
                  {t`Xóa tài khoản…`}
                </Menu.Item>
              )}
            </>
          )
        }
      >
        {can.edit && hasClass && !account.departure && (
          <Menu.Item
            leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {t`Chuyển lớp…`}
          </Menu.Item>
        )}
        {can.resetPassword && (
          <Menu.Item
            leftSection={<IconKey size={20} aria-hidden />}
            onClick={() => void reset(account)}
          >
            {t`Đặt lại mật khẩu…`}
          </Menu.Item>
        )}
      </AccountMenu>
      {issued && (
        <IssuedPasswordsDialog
          accounts={issued}
          schoolName={school_name ?? ''}
          onClose={() => setIssued(undefined)}
        />
      )}
      <Suspense>
        {isEditing && (
          <AccountEditor
            target={{ account, reloadList }}
            creatableRoles={person.can.create}
            onClose={() => setIsEditing(false)}
          />
        )}
      </Suspense>
    </>
  );
}
