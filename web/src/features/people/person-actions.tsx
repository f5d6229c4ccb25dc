import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Person } from '@lop-xanh/contract/people';
import { Button, Menu } from '@mantine/core';
import {
  IconFileExport,
  IconKey,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconQrcode,
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
  MoveStudentDialog,
  useDeleteAccount,
  usePasswordReset,
  useSetStatus,
} from '../accounts/public.ts';
import { IssuedCardsDialog, type IssuedSheets, useCardPrint } from '../cards/public.ts';
import { ParentLetterDialog } from '../families/public.ts';
import { PaperRequestDialog } from '../privacy/public.ts';
import { personQuery } from './people.api.ts';

/** What the user may do with the account; what is hard to take back comes last. */
export function PersonActions({ person }: { person: Person }) {
  const { account, card } = person;
  const { id, role, status, school_id, school_name, class_id, can } = account;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'move' | 'copy' | 'letter'>();
  const close = () => setDialog(undefined);
  const [issued, setIssued] = useState<IssuedPassword[]>();
  const { reset } = usePasswordReset(setIssued);
  const [cards, setCards] = useState<IssuedSheets>();
  const { print } = useCardPrint(setCards);
  const { setStatus } = useSetStatus(account);
  const { deleteAccount } = useDeleteAccount(() => void navigate(paths.accounts));
  const reloadList = async () => [(await client.fetchQuery(personQuery(id))).account];
  const canMove = can.edit && role === 'Student' && school_id !== null && !account.departure;
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
        {canMove && (
          <Menu.Item
            leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
            onClick={() => setDialog('move')}
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
        {card && class_id !== null && (
          <Menu.Item
            leftSection={<IconQrcode size={20} aria-hidden />}
            onClick={() => void print(class_id, card)}
          >
            {card.issuedAt === null ? t`In thẻ…` : t`In lại thẻ…`}
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
        {dialog === 'move' && school_id !== null && (
          <MoveStudentDialog student={{ ...account, school_id }} onClose={close} />
        )}
        {dialog === 'letter' && <ParentLetterDialog parent={account} onClose={close} />}
        {dialog === 'copy' && <PaperRequestDialog subject={account} onClose={close} />}
        {cards && <IssuedCardsDialog {...cards} onClose={() => setCards(undefined)} />}
      </Suspense>
    </>
  );
}
