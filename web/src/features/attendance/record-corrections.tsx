import { t } from '@lingui/core/macro';
import type { AttendanceRecord } from '@lop-xanh/contract/attendance';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { listChanges, type RecordChange } from '@lop-xanh/contract/rules/record-changes';
import { IconPencil } from '@tabler/icons-react';
import { withKeys } from '../../lib/with-keys.ts';
import { describeMark } from './attendance-labels.ts';
import classes from './record-corrections.module.css';

interface Props {
  record: Pick<AttendanceRecord, 'status' | 'note' | 'isExcused' | 'corrections'>;
}

/** What a record said before, why it was corrected, by whom and when. Always in full, so also on paper. */
export function RecordCorrections({ record }: Props) {
  if (record.corrections.length === 0) return null;
  return (
    <ul className={classes.corrections} aria-label={t`Các lần sửa`}>
      {withKeys(listChanges(record), ({ at }) => at).map(({ key, item }) => (
        <li key={key}>
          <IconPencil size={14} aria-hidden className={classes.icon} />
          <Change change={item} />
        </li>
      ))}
    </ul>
  );
}

export function Change({ change: { from, to, reason, by, at } }: { change: RecordChange }) {
  const before = describeMark(from);
  const after = describeMark(to);
  return (
    <span className={classes.change}>
      {t`Đã sửa từ ${before} thành ${after}`}
      <br />
      <span lang="vi">
        {reason} · {by}
      </span>{' '}
      · <time dateTime={at}>{formatDateTime(at)}</time>
    </span>
  );
}
