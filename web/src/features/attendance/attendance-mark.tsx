import { t } from '@lingui/core/macro';
import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './attendance-mark.module.css';

export function getAttendanceLabel(status: AttendanceStatus): string {
  return status === 'present' ? t`Có mặt` : t`Vắng`;
}

/** 'Vắng (Sốt)' */
export function describeMark({ status, note }: { status: AttendanceStatus; note: string }): string {
  const label = getAttendanceLabel(status);
  return note ? `${label} (${note})` : label;
}

/** A label and an icon, so that the colour is not the only sign. */
export function AttendanceMark({ status }: { status: AttendanceStatus }) {
  const Icon = status === 'present' ? IconCheck : IconX;
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={18} aria-hidden />
      {getAttendanceLabel(status)}
    </span>
  );
}

interface AttendanceCountsProps {
  present: number;
  absent: number;
  unmarked?: number;
}

export function AttendanceCounts({ present, absent, unmarked = 0 }: AttendanceCountsProps) {
  return (
    <p className={classes.counts} aria-live="polite">
      <span className={classes.mark} data-status="present">
        {t`${present} có mặt`}
      </span>
      <span className={classes.mark} data-status="absent">
        {t`${absent} vắng`}
      </span>
      {unmarked > 0 && (
        <span className={classes.mark} data-status="unmarked">
          {t`${unmarked} chưa điểm danh`}
        </span>
      )}
    </p>
  );
}
