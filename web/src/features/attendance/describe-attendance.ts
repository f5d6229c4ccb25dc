import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { ActionDescription } from '../../lib/outbox/action-description.ts';
import { getRecords } from './attendance.api.ts';
import { type CorrectionAction, describeConflict } from './correction-action.ts';
import { describeAbsences, type SheetAction } from './sheet-sender.ts';

export function describeSheet({ className, week, students }: SheetAction): ActionDescription {
  return {
    title: t`Điểm danh lớp ${className}, tuần ${week}`,
    text: describeAbsences(students),
  };
}

export function describeCorrection(
  client: QueryClient,
  correction: CorrectionAction,
): ActionDescription {
  const { className, week } = correction;
  return {
    title: t`Sửa điểm danh lớp ${className}, tuần ${week}`,
    text: describeConflict(correction, getRecords(client, correction)).join('\n'),
  };
}
