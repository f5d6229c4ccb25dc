import type { Account } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { messages } from '../../language/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import classes from './account-columns.module.css';
import { delayedLoginLabel } from './use-unlock.ts';

/** A narrow table hides the secondary columns and shows them as a second line of the name. */
const nameColumn: Column<Account> = {
  name: 'Họ và tên',
  isRowHeader: true,
  cell: (account) => (
    <span className={classes.account}>
      <Avatar user={account} size={36} />
      <span className={classes.name} data-more={formatSecondLine(account)}>
        {account.full_name}
      </span>
    </span>
  ),
};
const codeColumn: Column<Account> = {
  name: 'Mã số',
  isNowrap: true,
  cell: ({ identifier_code }) => identifier_code ?? '—',
};
const usernameColumn: Column<Account> = {
  name: 'Username',
  isNowrap: true,
  isSecondary: true,
  cell: (account) => account.username,
};
const classColumn: Column<Account> = {
  name: 'Lớp',
  cell: ({ class_name }) =>
    class_name ?? <span className={classes.pending}>{messages.accounts.pendingAssignment}</span>,
};
const parentColumn: Column<Account> = {
  name: 'Phụ huynh',
  isSecondary: true,
  cell: ({ parent_name }) => parent_name ?? '—',
};
const emailColumn: Column<Account> = {
  name: 'Email',
  isSecondary: true,
  cell: (account) => account.email ?? '—',
};
const phoneColumn: Column<Account> = {
  name: 'Điện thoại',
  cell: (account) => account.phone ?? '—',
};
const statusColumn: Column<Account> = {
  name: 'Trạng thái',
  cell: (account) => (
    <span className={classes.statuses}>
      <span className={classes.status} data-status={account.status}>
        {account.status}
      </span>
      {account.isLoginSlowed && <span className={classes.pending}>{delayedLoginLabel}</span>}
    </span>
  ),
};

function formatSecondLine({ role, username, parent_name, email }: Account): string {
  const more = role === 'Student' ? parent_name : email;
  return more ? `${username} · ${more}` : username;
}

export const accountColumns: Record<Role, Column<Account>[]> = {
  Student: [codeColumn, nameColumn, usernameColumn, classColumn, parentColumn, statusColumn],
  Teacher: [nameColumn, usernameColumn, classColumn, emailColumn, statusColumn],
  Mod: [nameColumn, usernameColumn, emailColumn, phoneColumn, statusColumn],
  Admin: [nameColumn, usernameColumn, emailColumn, phoneColumn, statusColumn],
  Parent: [nameColumn, usernameColumn, emailColumn, phoneColumn, statusColumn],
};
