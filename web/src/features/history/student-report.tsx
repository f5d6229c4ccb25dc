import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { StudentReport as Report, StudentTransfer } from '@lop-xanh/contract/history';
import { formatDay, formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { AttendanceCounts, AttendanceMark, RecordCorrections } from '../attendance/public.ts';
import { PersonLink } from '../people/public.ts';
import { downloadReport, reportQuery } from './history.api.ts';
import classes from './student-report.module.css';
import { renderClassName, renderTime } from './transfers-table.tsx';
import { YearOverview } from './year-overview.tsx';

interface Props {
  id: number;
  /** The title of the page that closing it returns to. */
  backLabel: string;
  onClose: () => void;
}

/** Everything about one student, to view, print or download as a spreadsheet. */
export function StudentReport({ id, backLabel, onClose }: Props) {
  const { params } = useUrlParams();
  const year = Number(params.get('year')) || undefined;
  const query = useQuery(reportQuery(id, year));
  const { data: report } = query;
  const name = report?.student.full_name;
  return (
    <>
      <PageHeader title={name === undefined ? t`Báo cáo` : t`Báo cáo: ${name}`} isHidden />
      <div className={classes.tools}>
        <Button
          variant="subtle"
          lang={getTextLanguage(backLabel)}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={onClose}
        >
          {backLabel}
        </Button>
        {report && <ReportTools report={report} />}
      </div>
      <Loaded
        query={query}
        skeleton={<CardSkeleton lines={10} />}
        failedMessage={t`Không tải được báo cáo`}
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
  const { full_name: name } = student;
  const schoolYear = formatSchoolYear(school_year);
  const fileName = t`Báo cáo ${name} ${schoolYear}.xlsx`;
  return (
    <>
      <NativeSelect
        aria-label={t`Năm học`}
        value={String(school_year)}
        data={years.map((year) => ({ value: String(year), label: getSchoolYearLabel(year) }))}
        onChange={(event) => choose({ year: event.currentTarget.value })}
      />
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => window.print()}
      >
        {t`In`}
      </Button>
      <Button
        variant="light"
        loading={isLoading}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() => void save(() => downloadReport(student.id, school_year, fileName))}
      >
        {t`Tải .xlsx`}
      </Button>
    </>
  );
}

const statusLabels: Record<Report['student']['status'], MessageDescriptor> = {
  active: msg`active`,
  inactive: msg`inactive`,
  deleted: msg`Đã xóa`,
  left: msg`Đã rời trường`,
};

const listWeekColumns = (): Column<Report['weeks'][number]>[] => [
  { name: t`Tuần`, cell: ({ week }) => t`Tuần ${week}` },
  { name: t`Ngày`, cell: ({ date }) => formatDay(date) },
  { name: t`Lớp`, cell: ({ class_name }) => class_name },
  { name: t`Điểm danh`, cell: (record) => <AttendanceMark record={record} /> },
  {
    name: t`Ghi chú`,
    cell: (record) => (
      <>
        <span lang="vi">{record.note || '—'}</span>
        <RecordCorrections record={record} />
      </>
    ),
  },
];

const listTransferColumns = (): Column<StudentTransfer>[] => [
  { name: t`Lúc`, isNowrap: true, cell: ({ changed_at }) => renderTime(changed_at) },
  { name: t`Từ lớp`, cell: ({ from_class_name }) => renderClassName(from_class_name) },
  {
    name: t`Đến lớp`,
    cell: ({ to_class_name, departure_reason }) => renderClassName(to_class_name, departure_reason),
  },
  { name: t`Người đổi`, cell: ({ changed_by }) => changed_by },
];

function ReportSheet({ report }: { report: Report }) {
  const { student, moves: transfers, weeks, totals, school_year } = report;
  const weeksTitle = t`Điểm danh theo tuần`;
  const { classTab, noTransfers, noAttendance } = messages.history;
  return (
    <article className={classes.sheet} ref={printOnly}>
      <header>
        <h2 className={classes.name} lang="vi">
          <PersonLink id={student.id} isPlain>
            {student.full_name}
          </PersonLink>
        </h2>
        <p className={classes.soft}>
          {student.school_name} · {getSchoolYearLabel(school_year)}
        </p>
      </header>
      <Facts
        facts={[
          { name: t`Mã định danh`, value: student.identifier_code },
          { name: t`Tên đăng nhập`, value: student.username },
          { name: t`Lớp`, value: student.class_name ?? messages.accounts.pendingAssignment },
          { name: t`Khối`, value: student.grade_name && translateGrade(student.grade_name) },
          { name: t`Giáo viên`, value: student.teacher_full_name },
          { name: t`Phụ huynh`, value: student.parent_name },
          { name: t`Trạng thái`, value: i18n._(statusLabels[student.status]) },
        ]}
      />
      <section aria-label={weeksTitle}>
        <h3>{weeksTitle}</h3>
        <div className={classes.totals}>
          <AttendanceCounts {...totals} />
          <span>{describeTotals(totals)}</span>
        </div>
        <YearOverview weeks={weeks} />
        {weeks.length === 0 ? (
          <p className={classes.soft} lang={getTextLanguage(noAttendance)}>
            {noAttendance}
          </p>
        ) : (
          <div className={classes.table}>
            <DataTable
              label={weeksTitle}
              rows={weeks}
              getRowKey={({ week, class_id }) => `${week} ${class_id}`}
              paging="none"
              columns={listWeekColumns()}
            />
          </div>
        )}
      </section>
      <section aria-label={classTab}>
        <h3 lang={getTextLanguage(classTab)}>{classTab}</h3>
        {transfers.length === 0 ? (
          <p className={classes.soft} lang={getTextLanguage(noTransfers)}>
            {noTransfers}
          </p>
        ) : (
          <div className={classes.table}>
            <DataTable
              label={classTab}
              rows={transfers}
              getRowKey={({ id }) => id}
              paging="none"
              columns={listTransferColumns()}
            />
          </div>
        )}
      </section>
    </article>
  );
}

function describeTotals({ present, total }: Report['totals']): string {
  const percent = Math.round((present / total) * 100);
  return total === 0 ? t`${total} tuần` : t`${total} tuần, có mặt ${percent} %`;
}
