import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { LeaveNote } from '@lop-xanh/contract/leave';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import classes from './leave-note.module.css';

const statusLabels: Record<LeaveNote['status'], MessageDescriptor> = {
  sent: msg`Chờ giáo viên`,
  accepted: msg`Đã chấp nhận`,
  refused: msg`Bị từ chối`,
  withdrawn: msg`Đã rút`,
};

export function LeaveState({ status }: Pick<LeaveNote, 'status'>) {
  return (
    <span className={classes.state} data-status={status}>
      {i18n._(statusLabels[status])}
    </span>
  );
}

/** '17/11/2026' or '17/11/2026 – 19/11/2026'. */
export function formatLeaveDays({ first_day, last_day }: LeaveNote): string {
  const from = formatDay(first_day);
  const to = formatDay(last_day);
  return from === to ? from : t`${from} – ${to}`;
}
