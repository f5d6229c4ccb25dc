import { t } from '@lingui/core/macro';
import type { ReportCounts } from '@lop-xanh/contract/reports';
import { formatCount } from '../../language/format-count.ts';
import type { Column } from '../../ui/data-table.tsx';
import { formatRate } from '../attendance-overview/public.ts';

/** '1.234/1.300' */
export function formatShare(part: number, whole: number): string {
  return `${formatCount(part)}/${formatCount(whole)}`;
}

export function toRate(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

type Attended = Pick<ReportCounts, 'present' | 'total'>;

export function listAttendanceColumns<Row extends Attended>(): Column<Row>[] {
  return [
    {
      name: t`Tỉ lệ có mặt`,
      isNowrap: true,
      cell: ({ present, total }) => <strong>{formatRate(toRate(present, total))}</strong>,
    },
    {
      name: t`Lượt có mặt`,
      isNowrap: true,
      cell: ({ present, total }) => formatShare(present, total),
    },
  ];
}

export function listColumns<Row extends ReportCounts>(): Column<Row>[] {
  return [
    ...listAttendanceColumns<Row>(),
    { name: t`Bài đã dạy`, isNowrap: true, cell: ({ sheets, due }) => formatShare(sheets, due) },
    {
      name: t`Học sinh tham gia`,
      isNowrap: true,
      cell: ({ students, participants }) =>
        `${formatShare(participants, students)} · ${formatRate(toRate(participants, students))}`,
    },
  ];
}
