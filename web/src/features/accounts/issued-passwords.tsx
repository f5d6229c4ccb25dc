import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './issued-passwords.module.css';
import { PasswordCards } from './password-cards.tsx';

const listColumns = (): Column<IssuedPassword>[] => [
  { name: t`Họ và tên`, cell: ({ full_name }) => <span lang="vi">{full_name}</span> },
  { name: t`Lớp`, cell: ({ class_name }) => class_name ?? '—' },
  { name: t`Tên đăng nhập`, cell: ({ username }) => username },
  { name: t`Mật khẩu`, cell: ({ password }) => <code>{password}</code> },
];

/** Asked before the passwords disappear for good. */
export const getLeaveQuestion = () => ({
  title: t`Rời khỏi đây?`,
  message: t`Mật khẩu tạm thời chỉ hiện một lần ở đây.`,
  confirmLabel: t`Rời đi`,
});

interface Props {
  accounts: readonly IssuedPassword[];
  schoolName: string;
  onClose: () => void;
}

/** Temporary passwords are shown only once, to be written down, copied or printed. */
export function IssuedPasswordsDialog({ accounts, schoolName, onClose }: Props) {
  const confirmDiscard = useConfirmDiscard(true, getLeaveQuestion());
  const count = accounts.length;
  return (
    <Modal
      opened
      onClose={() => void confirmDiscard(onClose)}
      title={count === 1 ? t`Mật khẩu tạm thời` : t`${count} mật khẩu tạm thời`}
      size={count === 1 ? '30rem' : '48rem'}
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      <IssuedPasswordList accounts={accounts} schoolName={schoolName}>
        <Button onClick={onClose}>{t`Đã ghi lại`}</Button>
      </IssuedPasswordList>
    </Modal>
  );
}

type ListProps = Omit<Props, 'onClose'> & { children: ReactNode };

export function IssuedPasswordList({ accounts, schoolName, children }: ListProps) {
  const [first] = accounts;
  const isSingle = accounts.length === 1;
  const text = isSingle ? (first?.password ?? '') : accounts.map(toTabSeparated).join('\n');
  return (
    <>
      <p className={classes.note}>
        {t`Mật khẩu chỉ hiện một lần này. Người dùng phải đổi mật khẩu khi đăng nhập.`}
      </p>
      {isSingle && first ? (
        <div className={classes.single}>
          <p className={classes.name} lang="vi">
            {first.full_name}
          </p>
          <p>{first.username}</p>
          <output className={classes.password}>{first.password}</output>
        </div>
      ) : (
        <div className={classes.table}>
          <DataTable
            label={t`Mật khẩu tạm thời`}
            rows={accounts}
            getRowKey={({ id }) => id}
            columns={listColumns()}
          />
        </div>
      )}
      <div className={classes.buttons}>
        <CopyButton text={text} isSingle={isSingle} />
        <Button
          variant="light"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {isSingle ? t`In thẻ` : t`In các thẻ`}
        </Button>
        {children}
      </div>
      <PasswordCards accounts={accounts} schoolName={schoolName} />
    </>
  );
}

function CopyButton({ text, isSingle }: { text: string; isSingle: boolean }) {
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? IconCheck : IconCopy;
  const copy = async () => {
    const hasCopied = await copyText(text);
    setIsCopied(hasCopied);
    if (!hasCopied) toast({ kind: 'error', message: t`Không chép được, hãy chép bằng tay` });
  };
  return (
    <Button
      variant="light"
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">
        {isCopied ? t`Đã chép` : isSingle ? t`Chép mật khẩu` : t`Chép tất cả`}
      </span>
    </Button>
  );
}

function toTabSeparated({ full_name, class_name, username, password }: IssuedPassword): string {
  return [full_name, class_name ?? '', username, password].join('\t');
}
