import type { I18n } from '@lingui/core';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import type { RecordChange } from '@lop-xanh/contract/rules/record-changes';

export function describeStatus(
  { status, isExcused }: Pick<RecordChange['from'], 'status' | 'isExcused'>,
  i18n: I18n,
): string {
  if (status === 'present') return i18n._('Có mặt');
  if (isExcused === null) return i18n._('Vắng');
  return isExcused ? i18n._('Vắng có phép') : i18n._('Vắng không phép');
}

/** The titles of the columns that `toChangeCells` fills. */
export function listChangeTitles(i18n: I18n): string[] {
  return [
    i18n._('Trước khi sửa'),
    i18n._('Sau khi sửa'),
    i18n._('Lý do'),
    i18n._('Người sửa'),
    i18n._('Lúc'),
  ];
}

export function toChangeCells({ from, to, reason, by, at }: RecordChange, i18n: I18n): string[] {
  const describe = ({ note, ...mark }: RecordChange['from']) => {
    const label = describeStatus(mark, i18n);
    return note ? `${label} (${note})` : label;
  };
  return [describe(from), describe(to), reason, by, formatDateTime(at)];
}
