import { t } from '@lingui/core/macro';
import type { ClassReport, StudentPart } from '@lop-xanh/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../language/format-count.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths, personPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { PeriodFilters } from './period-filters.tsx';
import classes from './report.module.css';
import { ReportActions } from './report-actions.tsx';
import { listAttendanceColumns } from './report-columns.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportPanel } from './report-panel.tsx';
import { getPeriodName, toPeriodParams, useReportPeriod } from './report-period.ts';
import { classReportQuery, downloadClassReport, type ReportPeriodChoice } from './reports.api.ts';
import { StepsTable } from './steps-table.tsx';

/** Attendance, lessons taught and participation of a class by student. */
export function ClassReportPage({ id }: { id: number }) {
  const period = useReportPeriod();
  return (
    <Loaded
      query={useQuery(classReportQuery(id, period))}
      pageTitle={t`Báo cáo lớp`}
      skeleton={<PageSkeleton />}
      failedMessage={t`Không tải được báo cáo`}
      hasCard
      hasRefetchToast
    >
      {(report) => <ClassReportView report={report} period={period} />}
    </Loaded>
  );
}

interface Props {
  report: ClassReport;
  period: ReportPeriodChoice;
}

function ClassReportView({ report, period }: Props) {
  const { class_id, class_name: className, school_name, school_year, steps, totals } = report;
  return (
    <div ref={printOnly} className={classes.page}>
      <PageHeader title={t`Báo cáo lớp ${className}`}>
        <ReportActions
          name={className}
          onDownload={(fileName) => downloadClassReport(class_id, period, fileName)}
        />
      </PageHeader>
      <p className={classes.scope}>
        <strong lang="vi">{school_name}</strong> · {getSchoolYearLabel(school_year)} ·{' '}
        {getPeriodName(period)}
      </p>
      <div className={classes.filters}>
        <PeriodFilters steps={steps} />
        <BackLink report={report} period={period} />
      </div>
      <ReportFigures totals={totals} />
      <div className={classes.columns}>
        <StepsTable steps={steps} />
        <StudentsTable report={report} period={period} />
      </div>
    </div>
  );
}

/** To the school's report, or for a teacher to the class. */
function BackLink({ report: { class_id, school_id, school_year }, period }: Props) {
  if (useUser().role === 'Teacher') {
    return (
      <Link className={classes.back} to={`${paths.classes}?class=${class_id}`}>
        {t`Về trang lớp`}
      </Link>
    );
  }
  const query = `school=${school_id}&school_year=${school_year}&${toPeriodParams(period)}`;
  return (
    <Link className={classes.back} to={`${paths.reports}?${query}`}>
      {t`Báo cáo cả trường`}
    </Link>
  );
}

interface Row extends Omit<StudentPart, 'id'> {
  /** Undefined for the sums. */
  id?: number;
}

function StudentsTable({ report: { students, totals }, period }: Props) {
  const isTeacher = useUser().role === 'Teacher';
  const periodName = getPeriodName(period);
  const excused = students.reduce((sum, student) => sum + student.excused, 0);
  const rows: Row[] = [...students, { ...totals, excused, full_name: t`Tổng` }];
  const title = t`Theo học sinh · ${periodName}`;
  return (
    <ReportPanel title={title}>
      <DataTable
        label={title}
        columns={[
          nameColumn(isTeacher),
          ...listAttendanceColumns<Row>(),
          {
            name: t`Vắng (có phép)`,
            isNowrap: true,
            cell: ({ present, total, excused: withLeave }) =>
              `${formatCount(total - present)} (${formatCount(withLeave)})`,
          },
          { name: t`Tham gia`, isNowrap: true, cell: describeParticipation },
        ]}
        rows={rows}
        getRowKey={({ id }) => id ?? 'total'}
        isMuted={({ students: count }) => count === 0}
        paging="none"
      />
    </ReportPanel>
  );
}

/** Only Mods and Admins have the page of a person. */
function nameColumn(isTeacher: boolean): Column<Row> {
  return {
    name: t`Học sinh`,
    cell: ({ id, full_name }) =>
      id === undefined || isTeacher ? (
        <span lang={id === undefined ? undefined : 'vi'}>{full_name}</span>
      ) : (
        <Link className={classes.link} to={personPath(id)} lang="vi">
          {full_name}
        </Link>
      ),
  };
}

/** A student who left the class is not asked for. */
function describeParticipation({ id, students, participants }: Row): string {
  if (id === undefined) return `${formatCount(participants)}/${formatCount(students)}`;
  if (students === 0) return t`đã rời lớp`;
  return participants === 1 ? t`Có` : t`Chưa`;
}
