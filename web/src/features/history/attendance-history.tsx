import type { ClassPeriod } from '@lop-xanh/contract/history';
import { messages } from '@lop-xanh/contract/messages';
import { formatDate, formatDay } from '@lop-xanh/contract/rules/dates';
import { useQuery } from '@tanstack/react-query';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { keyed } from '../../lib/keyed.ts';
import { AttendanceMark } from '../../ui/attendance-mark.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { TableSkeleton } from '../../ui/table-panel.tsx';
import { staysQuery } from './history.api.ts';
import classes from './history.module.css';

type Week = ClassPeriod['attendance_history'][number];

const columns: Column<{ thing: Week }>[] = [
  { name: 'Tuần', cell: ({ thing }) => `Tuần ${thing.week}` },
  { name: 'Ngày', cell: ({ thing }) => formatDay(thing.date) },
  { name: 'Điểm danh', cell: ({ thing }) => <AttendanceMark status={thing.status} /> },
  { name: 'Ghi chú', cell: ({ thing }) => thing.note || '—' },
];

/** A student's roll calls, by the class they were in. */
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
  return <Stays studentId={studentId} />;
}

function Stays({ studentId }: { studentId: number }) {
  const { data, error, isPending, refetch } = useQuery(staysQuery(studentId));
  if (isPending) return <TableSkeleton />;
  if (!data) {
    const message = errorMessageOr('Không tải được lịch sử', error);
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  const taken = data.filter(({ attendance_history }) => attendance_history.length > 0);
  if (taken.length === 0) {
    return <EmptyState picture={<SproutPicture />} title={messages.history.noAttendance} />;
  }
  return keyed(taken, ({ class_id }) => String(class_id)).map(({ key, thing }) => (
    <Stay key={key} stay={thing} />
  ));
}

function Stay({ stay }: { stay: ClassPeriod }) {
  const weeks = keyed(stay.attendance_history, ({ date, week }) => `${date} ${week}`);
  return (
    <section aria-label={`Lớp ${stay.to_class_name}`}>
      <header className={classes.stay}>
        <h3>Lớp {stay.to_class_name}</h3>
        <p>{timeOf(stay)}</p>
      </header>
      <DataTable
        label={`Điểm danh ở lớp ${stay.to_class_name}`}
        rows={weeks}
        keyOf={({ key }) => key}
        columns={columns}
      />
    </section>
  );
}

function timeOf({ changed_at, left_at }: ClassPeriod): string {
  const from = changed_at && `Từ ${formatDate(changed_at)}`;
  const to = left_at && `đến ${formatDate(left_at)}`;
  return [from, to].filter(Boolean).join(' ') || 'Không ghi ngày vào lớp';
}
