import { t } from '@lingui/core/macro';
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
import { AttendanceMark, RecordCorrections } from '../attendance/public.ts';
import { useChosenYear } from '../years/public.ts';
import { recordedPeriodsQuery } from './history.api.ts';
import classes from './history.module.css';

type Week = ClassPeriod['attendance_history'][number];

const listColumns = (): Column<{ item: Week }>[] => [
  { name: t`Tuần`, cell: ({ item: { week } }) => t`Tuần ${week}` },
  { name: t`Ngày`, cell: ({ item }) => formatDay(item.date) },
  { name: t`Điểm danh`, cell: ({ item }) => <AttendanceMark record={item} /> },
  {
    name: t`Ghi chú`,
    cell: ({ item }) => (
      <>
        <span lang="vi">{item.note || '—'}</span>
        <RecordCorrections record={item} />
      </>
    ),
  },
];

/** A student's attendance, by the class they were in. */
export function AttendanceHistory({ studentId }: { studentId: number | undefined }) {
  if (!studentId) {
    return (
      <EmptyState
        picture={<SproutPicture />}
        title={t`Hãy chọn một học sinh`}
        text={t`Điểm danh được kể theo từng lớp mà học sinh đã học.`}
      />
    );
  }
  return <ClassPeriods studentId={studentId} />;
}

function ClassPeriods({ studentId }: { studentId: number }) {
  return (
    <Loaded
      query={useQuery(recordedPeriodsQuery(studentId, useChosenYear()))}
      skeleton={<TableSkeleton />}
      failedMessage={t`Không tải được lịch sử`}
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
  const { to_class_name: name } = period;
  const weeks = withKeys(period.attendance_history, ({ date, week }) => `${date} ${week}`);
  return (
    <section aria-label={t`Lớp ${name}`}>
      <header className={classes.period}>
        <h3>{t`Lớp ${name}`}</h3>
        <p>{formatPeriod(period)}</p>
      </header>
      <DataTable
        label={t`Điểm danh ở lớp ${name}`}
        rows={weeks}
        getRowKey={({ key }) => key}
        columns={listColumns()}
      />
    </section>
  );
}

function formatPeriod({ changed_at, left_at }: ClassPeriod): string {
  const from = changed_at && formatDate(changed_at);
  const to = left_at && formatDate(left_at);
  if (from && to) return t`Từ ${from} đến ${to}`;
  if (from) return t`Từ ${from}`;
  return to ? t`Đến ${to}` : t`Không ghi ngày vào lớp`;
}
