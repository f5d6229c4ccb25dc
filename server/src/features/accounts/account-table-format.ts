import type { I18n } from '@lingui/core';
import type { AccountTableKind } from '@lop-xanh/contract/account-tables';
import type { AccountStatus } from '@lop-xanh/contract/accounts';
import { createWordingFinder } from '../../language/wordings.ts';
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
const titleByKind = {
  students: { id: 'sheet.students', message: 'Học sinh' },
  teachers: { id: 'sheet.teachers', message: 'Giáo viên' },
};
const fileNamesByKind = {
  students: { export: 'hoc-sinh', template: 'mau-hoc-sinh' },
  teachers: { export: 'giao-vien', template: 'mau-giao-vien' },
};
const statusLabels: Record<AccountStatus, string> = {
  active: 'Hoạt động',
  inactive: 'Ngừng hoạt động',
};

export function toAccountTable(
  kind: AccountTableKind,
  accounts: Iterable<StoredAccount> | AsyncIterable<StoredAccount>,
  i18n: I18n,
): Table {
  const columns = columnsByKind[kind];
  return {
    title: i18n._(titleByKind[kind]),
    headings: columns.map((column) => i18n._(headings[column])),
    rows: toRows(accounts, columns, i18n),
  };
}

/** Without an extension. */
export function getFileName(
  kind: AccountTableKind,
  content: 'export' | 'template',
  i18n: I18n,
): string {
  return i18n._(fileNamesByKind[kind][content]);
}

async function* toRows(
  accounts: Iterable<StoredAccount> | AsyncIterable<StoredAccount>,
  columns: ColumnName[],
  i18n: I18n,
): AsyncGenerator<string[]> {
  const labels = {
    active: i18n._(statusLabels.active),
    inactive: i18n._(statusLabels.inactive),
  };
  for await (const account of accounts) {
    yield columns.map((column) =>
      column === 'status' ? labels[account.status] : (account[column] ?? ''),
    );
  }
}

export const findColumn = createWordingFinder(headings);
export const parseStatus = createWordingFinder(statusLabels);
