import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Person } from '@lop-xanh/contract/people';
import { Button, Menu } from '@mantine/core';
import { IconFileExport, IconKey, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import {
  AccountEditor,
  AccountMenu,
  IssuedPasswordsDialog,
  useDeleteAccount,
  usePasswordReset,
} from '../accounts/public.ts';
import { ParentLetterDialog } from '../families/public.ts';
import { PaperRequestDialog } from '../privacy/public.ts';
import { personQuery } from './people.api.ts';

/** What the user may do with the account. */
export function PersonActions({ person }: { person: Person }) {
  const { account } = person;
  const { id, role, school_id, school_name, can } = account;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'copy' | 'letter'>();
  const close = () => setDialog(undefined);
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const { reset } = usePasswordReset(setIssued);
  const { deleteAccount } = useDeleteAccount(() => navigate(paths.accounts));
  const reloadList = async () => [(await client.fetchQuery(personQuery(id))).account];
  return (
    <>
      {can.edit && (
        <Button
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden />}
          onClick={() => setDialog('edit')}
        >
          {t`Sửa`}
        </Button>
      )}
      <AccountMenu
        account={account}
        dangerItems={
          can.delete && (
            <Menu.Item
              c="var(--clay-text)"
              leftSection={<IconTrash size={20} aria-hidden />}
              onClick={() => void deleteAccount(account)}
            >
              {t`Xóa tài khoản…`}
            </Menu.Item>
          )
        }
      >
        {can.resetPassword && (
          <Menu.Item
            leftSection={<IconKey size={20} aria-hidden />}
            onClick={() => void reset(account)}
          >
            {t`Đặt lại mật khẩu…`}
          </Menu.Item>
        )}
        {role === 'Parent' && can.resetPassword && (
          <Menu.Item
            leftSection={<IconMail size={20} aria-hidden />}
            onClick={() => setDialog('letter')}
          >
            {t`In thư…`}
          </Menu.Item>
        )}
        {can.edit && school_id !== null && (
          <Menu.Item
            leftSection={<IconFileExport size={20} aria-hidden />}
            onClick={() => setDialog('copy')}
          >
            {t`Bản sao dữ liệu…`}
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
        {dialog === 'edit' && (
          <AccountEditor
            target={{ account, reloadList }}
            creatableRoles={person.can.create}
            onClose={close}
          />
        )}
        {dialog === 'letter' && <ParentLetterDialog parent={account} onClose={close} />}
        {dialog === 'copy' && <PaperRequestDialog subject={account} onClose={close} />}
      </Suspense>
    </>
  );
}
