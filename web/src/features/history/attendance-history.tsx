import type { ClassPeriod } from '@lop-xanh/contract/history';
import { formatDate, formatDay } from '@lop-xanh/contract/rules/dates';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { withKeys } from '../../lib/with-keys.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TableSkeleton } from '../../ui/table-panel.tsx';
import { AttendanceMark } from '../attendance/public.ts';
import { recordedPeriodsQuery } from './history.api.ts';
import classes from './history.module.css';

type Week = ClassPeriod['attendance_history'][number];

const columns: Column<{ item: Week }>[] = [
  { name: 'Tuần', cell: ({ item }) => `Tuần ${item.week}` },
  { name: 'Ngày', cell: ({ item }) => formatDay(item.date) },
  { name: 'Điểm danh', cell: ({ item }) => <AttendanceMark status={item.status} /> },
  { name: 'Ghi chú', cell: ({ item }) => item.note || '—' },
];

/** A student's attendance, by the class they were in. */
export function AttendanceHistory({ studentId }: { studentId: number | undefined }) {
  if (!studentId) {
    return (
      <EmptyState
        picture={<SproutPicture />}
        title="Hãy chọn một học sinh"
        text="Điểm danh được kể theo từng lớp mà học sinh đã học."
      />
    );
  }
  return <ClassPeriods studentId={studentId} />;
}

function ClassPeriods({ studentId }: { studentId: number }) {
  return (
    <Loaded
      query={useQuery(recordedPeriodsQuery(studentId))}
      skeleton={<TableSkeleton />}
      failedMessage="Không tải được lịch sử"
      empty={<EmptyState picture={<SproutPicture />} title={messages.history.noAttendance} />}
    >
      {(periods) =>
        withKeys(periods, ({ class_id }) => String(class_id)).map(({ key, item }) => (
          <PeriodSection key={key} period={item} />
        ))
      }
    </Loaded>
  );
}

function PeriodSection({ period }: { period: ClassPeriod }) {
  const weeks = withKeys(period.attendance_history, ({ date, week }) => `${date} ${week}`);
  return (
    <section aria-label={`Lớp ${period.to_class_name}`}>
      <header className={classes.period}>
        <h3>Lớp {period.to_class_name}</h3>
        <p>{formatPeriod(period)}</p>
      </header>
      <DataTable
        label={`Điểm danh ở lớp ${period.to_class_name}`}
        rows={weeks}
        getRowKey={({ key }) => key}
        columns={columns}
      />
    </section>
  );
}

function formatPeriod({ changed_at, left_at }: ClassPeriod): string {
  const from = changed_at && `Từ ${formatDate(changed_at)}`;
  const to = left_at && `đến ${formatDate(left_at)}`;
  return [from, to].filter(Boolean).join(' ') || 'Không ghi ngày vào lớp';
}
