import { t } from '@lingui/core/macro';
import type { AttendanceRecord } from '@lop-xanh/contract/attendance';
import { IconCalendarOff, IconCheck, IconX } from '@tabler/icons-react';
import { getRecordLabel } from './attendance-labels.ts';
import classes from './attendance-mark.module.css';

/** A label and an icon, so that the colour is not the only sign. */
export function AttendanceMark({
  record,
}: {
  record: Pick<AttendanceRecord, 'status' | 'isExcused'>;
}) {
  const { status, isExcused } = record;
  const Icon = status === 'present' ? IconCheck : isExcused ? IconCalendarOff : IconX;
  return (
    <span className={classes.mark} data-status={isExcused ? 'excused' : status}>
      <Icon size={18} aria-hidden />
      {getRecordLabel(record)}
    </span>
  );
}

interface AttendanceCountsProps {
  present: number;
  absent: number;
  /** How many of the absent are excused. */
  excused?: number;
  unmarked?: number;
}

export function AttendanceCounts(props: AttendanceCountsProps) {
  const { present, absent, excused = 0, unmarked = 0 } = props;
  return (
    <p className={classes.counts} aria-live="polite">
      <span className={classes.mark} data-status="present">
        {t`${present} có mặt`}
      </span>
      <span className={classes.mark} data-status="absent">
        {t`${absent} vắng`}
      </span>
      {excused > 0 && (
        <span className={classes.mark} data-status="excused">
          {t`${excused} có phép`}
        </span>
      )}
      {unmarked > 0 && (
        <span className={classes.mark} data-status="unmarked">
          {t`${unmarked} chưa điểm danh`}
        </span>
      )}
    </p>
  );
}
