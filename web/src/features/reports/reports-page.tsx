import { t } from '@lingui/core/macro';
import type { Report } from '@lop-xanh/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useParams } from '../../lib/routing/route-params.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { ClassReportPage } from './class-report-page.tsx';
import { PartsTable } from './parts-table.tsx';
import classes from './report.module.css';
import { ReportActions } from './report-actions.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportFilters } from './report-filters.tsx';
import { getPeriodName, useReportPeriod } from './report-period.ts';
import { downloadReport, type ReportChoice, reportQuery } from './reports.api.ts';
import { StepsTable } from './steps-table.tsx';

/** The report on the class in the path, or on schools. Both are one chunk: the router's list of chunks is loaded first. */
export function ReportsPage() {
  const { id } = useParams();
  return id ? <ClassReportPage id={Number(id)} /> : <SchoolsReportPage />;
}

/** Attendance, lessons taught and participation of a school or grade by class, or of all schools. */
function SchoolsReportPage() {
  const { params } = useUrlParams();
  const choice = {
    ...useReportPeriod(),
    school_id: Number(params.get('school')) || undefined,
    grade_id: Number(params.get('grade')) || undefined,
    school_year: Number(params.get('school_year')) || undefined,
  };
  return (
    <Loaded
      query={useQuery(reportQuery(choice))}
      pageTitle={t`Báo cáo`}
      skeleton={<PageSkeleton />}
      failedMessage={t`Không tải được báo cáo`}
      hasCard
      hasRefetchToast
    >
      {(report) => <ReportView report={report} choice={choice} />}
    </Loaded>
  );
}

function ReportView({ report, choice }: { report: Report; choice: ReportChoice }) {
  const { school, school_year, parts, steps, totals } = report;
  const { grade_id: grade } = choice;
  const scope = [
    school?.school_name ?? t`Tất cả các trường`,
    ...(grade ? [t`Khối ${grade}`] : []),
  ].join(' · ');
  return (
    <div ref={printOnly} className={classes.page}>
      <PageHeader title={t`Báo cáo`}>
        <ReportActions name={scope} onDownload={(fileName) => downloadReport(choice, fileName)} />
      </PageHeader>
      <p className={classes.scope}>
        <strong lang="vi">{scope}</strong> · {getSchoolYearLabel(school_year)} ·{' '}
        {getPeriodName(choice)}
      </p>
      <ReportFilters report={report} />
      {parts.length === 0 ? (
        <EmptyState picture={<SproutPicture />} title={t`Chưa có lớp nào để báo cáo`} />
      ) : (
        <>
          <ReportFigures totals={totals} />
          <div className={classes.columns}>
            <StepsTable steps={steps} />
            <PartsTable report={report} />
          </div>
        </>
      )}
    </div>
  );
}
