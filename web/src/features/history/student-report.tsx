import type { StudentReport as Report, StudentTransfer } from '@lop-xanh/contract/history';
import { formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { AttendanceCounts, AttendanceMark } from '../attendance/public.ts';
import { downloadReport, reportQuery } from './history.api.ts';
import classes from './student-report.module.css';
import { renderClassName } from './transfers-table.tsx';
import { YearOverview } from './year-overview.tsx';

interface Props {
  id: number;
  onClose: () => void;
}

/** Everything about one student, to view, print or download as a spreadsheet. */
export function StudentReport({ id, onClose }: Props) {
  const { params } = useUrlParams();
  const year = Number(params.get('year')) || undefined;
  const query = useQuery(reportQuery(id, year));
  const { data: report } = query;
  return (
    <>
      <PageHeader title={report ? `Báo cáo: ${report.student.full_name}` : 'Báo cáo'} isHidden />
      <div className={classes.tools}>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={onClose}
        >
          Student History
        </Button>
        {report && <ReportTools report={report} />}
      </div>
      <Loaded
        query={query}
        skeleton={<CardSkeleton lines={10} />}
        failedMessage="Không tải được báo cáo"
        hasCard
      >
        {(loaded) => <ReportSheet report={loaded} />}
      </Loaded>
    </>
  );
}

function ReportTools({ report }: { report: Report }) {
  const { choose } = useUrlParams();
  const { isLoading, save } = useDownload();
  const { student, school_year } = report;
  const years = [...new Set([school_year, ...report.school_years])].toSorted((a, b) => b - a);
  const fileName = `Báo cáo ${student.full_name} ${formatSchoolYear(school_year)}.xlsx`;
  return (
    <>
      <NativeSelect
        aria-label="Năm học"
        value={String(school_year)}
        data={years.map((year) => ({
          value: String(year),
          label: `Năm học ${formatSchoolYear(year)}`,
        }))}
        onChange={(event) => choose({ year: event.currentTarget.value })}
      />
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => window.print()}
      >
        In
      </Button>
      <Button
        variant="light"
        loading={isLoading}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() => void save(() => downloadReport(student.id, school_year, fileName))}
      >
        Tải .xlsx
      </Button>
    </>
  );
}

const statusLabels: Record<Report['student']['status'], string> = {
  active: 'active',
  inactive: 'inactive',
  deleted: 'Đã xóa',
  left: 'Đã rời trường',
};

const weekColumns: Column<Report['weeks'][number]>[] = [
  { name: 'Tuần', cell: ({ week }) => `Tuần ${week}` },
  { name: 'Ngày', cell: ({ date }) => formatDay(date) },
  { name: 'Lớp', cell: ({ class_name }) => class_name },
  { name: 'Điểm danh', cell: ({ status }) => <AttendanceMark status={status} /> },
  { name: 'Ghi chú', cell: ({ note }) => note || '—' },
];

const transferColumns: Column<StudentTransfer>[] = [
  { name: 'Lúc', isNowrap: true, cell: ({ changed_at }) => formatDateTime(changed_at) },
  { name: 'Từ lớp', cell: ({ from_class_name }) => renderClassName(from_class_name) },
  { name: 'Đến lớp', cell: ({ to_class_name }) => renderClassName(to_class_name) },
  { name: 'Người đổi', cell: ({ changed_by }) => changed_by },
];

function ReportSheet({ report }: { report: Report }) {
  const { student, moves: transfers, weeks, totals, school_year } = report;
  return (
    <article className={classes.sheet} data-print>
      <header>
        <h2 className={classes.name}>{student.full_name}</h2>
        <p className={classes.soft}>
          {student.school_name} · Năm học {formatSchoolYear(school_year)}
        </p>
      </header>
      <Facts
        facts={[
          { name: 'Mã định danh', value: student.identifier_code },
          { name: 'Username', value: student.username },
          { name: 'Lớp', value: student.class_name ?? messages.accounts.pendingAssignment },
          { name: 'Khối', value: student.grade_name },
          { name: 'Giáo viên', value: student.teacher_full_name },
          { name: 'Phụ huynh', value: student.parent_name },
          { name: 'Trạng thái', value: statusLabels[student.status] },
        ]}
      />
      <section aria-label="Điểm danh theo tuần">
        <h3>Điểm danh theo tuần</h3>
        <div className={classes.totals}>
          <AttendanceCounts present={totals.present} absent={totals.absent} />
          <span>
            {totals.total} tuần
            {totals.total > 0 && `, có mặt ${computeAttendancePercent(totals)} %`}
          </span>
        </div>
        <YearOverview weeks={weeks} />
        {weeks.length === 0 ? (
          <p className={classes.soft}>{messages.history.noAttendance}</p>
        ) : (
          <div className={classes.table}>
            <DataTable
              label="Điểm danh theo tuần"
              rows={weeks}
              getRowKey={({ week, class_id }) => `${week} ${class_id}`}
              paging="none"
              columns={weekColumns}
            />
          </div>
        )}
      </section>
      <section aria-label={messages.history.classTab}>
        <h3>{messages.history.classTab}</h3>
        {transfers.length === 0 ? (
          <p className={classes.soft}>{messages.history.noTransfers}</p>
        ) : (
          <div className={classes.table}>
            <DataTable
              label={messages.history.classTab}
              rows={transfers}
              getRowKey={({ id }) => id}
              paging="none"
              columns={transferColumns}
            />
          </div>
        )}
      </section>
    </article>
  );
}

function formatSchoolYear(year: number): string {
  return `${year}–${year + 1}`;
}

function computeAttendancePercent({ present, total }: Report['totals']): number {
  return Math.round((present / total) * 100);
}
