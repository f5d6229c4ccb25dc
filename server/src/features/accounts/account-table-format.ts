import type { AccountTableKind } from '@lop-xanh/contract/account-tables';
import type { AccountStatus } from '@lop-xanh/contract/accounts';
import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import type { Table } from '../../tables/write-table.ts';
import type { StoredAccount } from './accounts.queries.ts';

export type ColumnName =
  | 'identifier_code'
  | 'username'
  | 'last_name'
  | 'first_name'
  | 'full_name'
  | 'class_name'
  | 'email'
  | 'phone'
  | 'parent_name'
  | 'status';

export const headings: Record<ColumnName, string> = {
  identifier_code: 'Mã định danh',
  username: 'Tên đăng nhập',
  last_name: 'Họ và tên đệm',
  first_name: 'Tên',
  full_name: 'Họ và tên',
  class_name: 'Lớp',
  email: 'Email',
  phone: 'Số điện thoại',
  parent_name: 'Phụ huynh',
  status: 'Trạng thái',
};

/** An import also accepts `full_name`, which an export splits into two columns. */
const columnsByKind: Record<AccountTableKind, ColumnName[]> = {
  students: [
    'identifier_code',
    'username',
    'last_name',
    'first_name',
    'class_name',
    'email',
    'phone',
    'parent_name',
    'status',
  ],
  teachers: [
    'identifier_code',
    'username',
    'last_name',
    'first_name',
    'class_name',
    'email',
    'phone',
    'status',
  ],
};

export const roleByKind = { students: 'Student', teachers: 'Teacher' } as const;
const titleByKind: Record<AccountTableKind, string> = {
  students: 'Học sinh',
  teachers: 'Giáo viên',
};
const statusLabels: Record<AccountStatus, string> = {
  active: 'Hoạt động',
  inactive: 'Ngừng hoạt động',
};

export function toAccountTable(
  kind: AccountTableKind,
  accounts: Iterable<StoredAccount> | AsyncIterable<StoredAccount>,
): Table {
  const columns = columnsByKind[kind];
  return {
    title: titleByKind[kind],
    headings: columns.map((column) => headings[column]),
    rows: toRows(accounts, columns),
  };
}

async function* toRows(
  accounts: Iterable<StoredAccount> | AsyncIterable<StoredAccount>,
  columns: ColumnName[],
): AsyncGenerator<string[]> {
  for await (const account of accounts) yield columns.map((column) => formatCell(account, column));
}

function formatCell(account: StoredAccount, column: ColumnName): string {
  return column === 'status' ? statusLabels[account.status] : (account[column] ?? '');
}

/** Accepts the heading of an export or the field's name, in any case and with or without diacritics. */
export function findColumn(heading: string): ColumnName | undefined {
  const key = toComparable(heading);
  const columns = Object.keys(headings) as ColumnName[];
  return columns.find(
    (column) => toComparable(headings[column]) === key || toComparable(column) === key,
  );
}

export function parseStatus(text: string): AccountStatus | undefined {
  const key = toComparable(text);
  const statuses = Object.keys(statusLabels) as AccountStatus[];
  return statuses.find((status) => status === key || toComparable(statusLabels[status]) === key);
}

function toComparable(text: string): string {
  return removeDiacritics(text)
    .replaceAll(/[\s_*]+/g, ' ')
    .trim();
}
