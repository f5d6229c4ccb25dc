import type { I18n } from '@lingui/core';
import type { AccountStatus, Sex } from '@lop-xanh/contract/account-fields';
import type { AccountTableKind } from '@lop-xanh/contract/account-tables';
import type { ConsentDecision } from '@lop-xanh/contract/consent';
import { day } from '@lop-xanh/contract/fields';
import { formatDay } from '@lop-xanh/contract/rules/dates';
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
  | 'parent1_name'
  | 'parent1_phone'
  | 'parent2_name'
  | 'parent2_phone'
  | 'birth_date'
  | 'sex'
  | 'photo_consent'
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
  parent1_name: 'Phụ huynh 1',
  parent1_phone: 'SĐT phụ huynh 1',
  parent2_name: 'Phụ huynh 2',
  parent2_phone: 'SĐT phụ huynh 2',
  birth_date: 'Ngày sinh',
  sex: 'Giới tính',
  photo_consent: 'Đồng ý đăng ảnh',
  status: 'Trạng thái',
};

/** An import also accepts `full_name`, which an export splits into two columns. */
const columnsByKind: Record<AccountTableKind, ColumnName[]> = {
  students: [
    'identifier_code',
    'username',
    'last_name',
    'first_name',
    'birth_date',
    'sex',
    'class_name',
    'email',
    'phone',
    'parent_name',
    'parent1_name',
    'parent1_phone',
    'parent2_name',
    'parent2_phone',
    'photo_consent',
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
const sexLabels: Record<Sex, string> = { female: 'Nữ', male: 'Nam' };
/** What the guardian said. */
const consentLabels: Record<ConsentDecision, string> = { given: 'Có', refused: 'Không' };

/** An account with what only an export has. */
export type ExportedAccount = StoredAccount & {
  photo_consent: ConsentDecision | null;
} & Partial<Record<`parent${1 | 2}_${'name' | 'phone'}`, string | null>>;

export function toAccountTable(
  kind: AccountTableKind,
  accounts: Iterable<ExportedAccount> | AsyncIterable<ExportedAccount>,
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
  accounts: Iterable<ExportedAccount> | AsyncIterable<ExportedAccount>,
  columns: ColumnName[],
  i18n: I18n,
): AsyncGenerator<string[]> {
  const allLabels = { ...statusLabels, ...sexLabels, ...consentLabels };
  const translated = Object.entries(allLabels).map(([key, label]) => [key, i18n._(label)] as const);
  const labels = new Map(translated);
  for await (const account of accounts) {
    yield columns.map((column) => {
      const value = account[column] ?? '';
      if (column === 'birth_date') return formatDay(value);
      return labelledColumns.has(column) ? (labels.get(value) ?? '') : value;
    });
  }
}

const labelledColumns: ReadonlySet<ColumnName> = new Set(['status', 'sex', 'photo_consent']);

export const findColumn = createWordingFinder(headings);
export const parseStatus = createWordingFinder(statusLabels);
export const parseSex = createWordingFinder(sexLabels);
export const parseConsent = createWordingFinder(consentLabels);

/** Reads 'd/m/yyyy' or 'yyyy-mm-dd' as 'yyyy-mm-dd'; undefined for anything else. */
export function parseDay(text: string): string | undefined {
  const [, date = '', month = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const { data } = day.safeParse(
    year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text,
  );
  return data;
}
