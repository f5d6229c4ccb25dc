import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { Avatar } from '../../ui/avatar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { slowedWords } from '../../ui/use-unlock.ts';
import classes from './person-columns.module.css';

/** The name; where the secondary columns are left out, it carries them as a second line. */
const name: Column<Account> = {
  name: 'Họ và tên',
  isRowName: true,
  cell: (account) => (
    <span className={classes.person}>
      <Avatar person={account} size={36} />
      <span className={classes.name} data-more={secondLine(account)}>
        {account.full_name}
      </span>
    </span>
  ),
};
const code: Column<Account> = {
  name: 'Mã số',
  isWhole: true,
  cell: ({ identifier_code }) => identifier_code ?? '—',
};
const username: Column<Account> = {
  name: 'Username',
  isWhole: true,
  isSecondary: true,
  cell: (account) => account.username,
};
const className: Column<Account> = {
  name: 'Lớp',
  cell: ({ class_name }) =>
    class_name ?? <span className={classes.pending}>{messages.accounts.pendingAssignment}</span>,
};
const parent: Column<Account> = {
  name: 'Phụ huynh',
  isSecondary: true,
  cell: ({ parent_name }) => parent_name ?? '—',
};
const email: Column<Account> = {
  name: 'Email',
  isSecondary: true,
  cell: (account) => account.email ?? '—',
};
const phone: Column<Account> = { name: 'Điện thoại', cell: (account) => account.phone ?? '—' };
const status: Column<Account> = {
  name: 'Trạng thái',
  cell: (account) => (
    <span className={classes.statuses}>
      <span className={classes.status} data-status={account.status}>
        {account.status}
      </span>
      {account.isLoginSlowed && <span className={classes.pending}>{slowedWords}</span>}
    </span>
  ),
};

function secondLine({ role, username, parent_name, email }: Account): string {
  const more = role === 'Student' ? parent_name : email;
  return more ? `${username} · ${more}` : username;
}

export const columnsOf: Record<Role, Column<Account>[]> = {
  Student: [code, name, username, className, parent, status],
  Teacher: [name, username, className, email, status],
  Mod: [name, username, email, phone, status],
  Admin: [name, username, email, phone, status],
  Parent: [name, username, email, phone, status],
};
