import '../../ui/modal-styles.ts';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import { Button, Modal } from '@mantine/core';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import classes from './issued-passwords.module.css';
import { PasswordCards } from './password-cards.tsx';

const columns: Column<IssuedPassword>[] = [
  { name: 'Họ và tên', cell: ({ full_name }) => full_name },
  { name: 'Lớp', cell: ({ class_name }) => class_name ?? '—' },
  { name: 'Username', cell: ({ username }) => username },
  { name: 'Mật khẩu', cell: ({ password }) => <code>{password}</code> },
];

/** What is asked before the passwords are left unread. */
export const shownOnce = {
  title: 'Rời khỏi đây?',
  message: 'Mật khẩu tạm thời chỉ hiện một lần ở đây.',
  confirm: 'Rời đi',
};

interface Props {
  accounts: readonly IssuedPassword[];
  schoolName: string;
  onClose: () => void;
}

/** Temporary passwords are shown this once: on the screen, on the clipboard, on paper. */
export function HandedPasswords({ accounts, schoolName, onClose }: Props) {
  const guarded = useUnsavedGuard(true, shownOnce);
  return (
    <Modal
      opened
      onClose={() => void guarded(onClose)}
      title={accounts.length === 1 ? 'Mật khẩu tạm thời' : `${accounts.length} mật khẩu tạm thời`}
      size={accounts.length === 1 ? '30rem' : '48rem'}
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      <HandedList accounts={accounts} schoolName={schoolName}>
        <Button onClick={onClose}>Đã ghi lại</Button>
      </HandedList>
    </Modal>
  );
}

type ListProps = Omit<Props, 'onClose'> & { children: ReactNode };

/** The passwords with all that can be done with them. */
export function HandedList({ accounts, schoolName, children }: ListProps) {
  const [only] = accounts;
  const isOne = accounts.length === 1;
  const text = isOne ? (only?.password ?? '') : accounts.map(lineOf).join('\n');
  return (
    <>
      <p className={classes.note}>
        Mật khẩu chỉ hiện một lần này. Người dùng phải đổi mật khẩu khi đăng nhập.
      </p>
      {isOne && only ? (
        <div className={classes.one}>
          <p className={classes.name}>{only.full_name}</p>
          <p>{only.username}</p>
          <output className={classes.password}>{only.password}</output>
        </div>
      ) : (
        <div className={classes.many}>
          <DataTable
            label="Mật khẩu tạm thời"
            rows={accounts}
            keyOf={({ id }) => id}
            columns={columns}
          />
        </div>
      )}
      <div className={classes.buttons}>
        <CopyButton text={text} isOne={isOne} />
        <Button
          variant="light"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {isOne ? 'In thẻ' : 'In các thẻ'}
        </Button>
        {children}
      </div>
      <PasswordCards accounts={accounts} schoolName={schoolName} />
    </>
  );
}

function CopyButton({ text, isOne }: { text: string; isOne: boolean }) {
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? IconCheck : IconCopy;
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    if (!isDone) toast({ kind: 'error', message: 'Không chép được, hãy chép bằng tay' });
  };
  return (
    <Button
      variant="light"
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">
        {isCopied ? 'Đã chép' : isOne ? 'Chép mật khẩu' : 'Chép tất cả'}
      </span>
    </Button>
  );
}

function lineOf({ full_name, class_name, username, password }: IssuedPassword): string {
  return [full_name, class_name ?? '', username, password].join('\t');
}
