import type { TabledPeople } from '@lop-xanh/contract/account-tables';
import type { AccountStatus } from '@lop-xanh/contract/accounts';
import { withoutDiacritics } from '@lop-xanh/contract/rules/names';
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

/** The whole name is taken in where a school's own list has it in one column, but not given out. */
const columnsOf: Record<TabledPeople, ColumnName[]> = {
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

export const roleOf = { students: 'Student', teachers: 'Teacher' } as const;
const titles: Record<TabledPeople, string> = { students: 'Học sinh', teachers: 'Giáo viên' };
const statusWords: Record<AccountStatus, string> = {
  active: 'Hoạt động',
  inactive: 'Ngừng hoạt động',
};

export function tableOf(people: TabledPeople, accounts: StoredAccount[]): Table {
  const columns = columnsOf[people];
  return {
    title: titles[people],
    headings: columns.map((column) => headings[column]),
    rows: accounts.map((account) => columns.map((column) => wordsIn(account, column))),
  };
}

function wordsIn(account: StoredAccount, column: ColumnName): string {
  return column === 'status' ? statusWords[account.status] : (account[column] ?? '');
}

/** Which column a heading means: ours, or the field's own name, however it is written. */
export function columnBy(heading: string): ColumnName | undefined {
  const wanted = plain(heading);
  const names = Object.keys(headings) as ColumnName[];
  return names.find((name) => plain(headings[name]) === wanted || plain(name) === wanted);
}

export function statusBy(words: string): AccountStatus | undefined {
  const wanted = plain(words);
  const statuses = Object.keys(statusWords) as AccountStatus[];
  return statuses.find((status) => status === wanted || plain(statusWords[status]) === wanted);
}

function plain(words: string): string {
  return withoutDiacritics(words)
    .replaceAll(/[\s_*]+/g, ' ')
    .trim();
}
