import { t } from '@lingui/core/macro';
import type { Report, ReportCounts } from '@lop-xanh/contract/reports';
import { classReportPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useLocation } from '../../lib/routing/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import classes from './report.module.css';
import { listColumns } from './report-columns.tsx';
import { ReportPanel } from './report-panel.tsx';
import { getPeriodName, toPeriodParams, useReportPeriod } from './report-period.ts';

interface Row extends ReportCounts {
  /** Undefined for the sums. */
  id?: number;
  name: string;
  isDeleted: boolean;
}

/** The classes of a school, or all schools; each leads to its own report. */
export function PartsTable({ report }: { report: Report }) {
  const { school, parts, totals } = report;
  const { search } = useLocation();
  const period = useReportPeriod();
  const periodName = getPeriodName(period);
  const getPath = (id: number) => {
    if (school) return `${classReportPath(id)}?${toPeriodParams(period)}`;
    const params = new URLSearchParams(search);
    params.set('school', String(id));
    return `?${params}`;
  };
  const rows: Row[] = [...parts, { ...totals, name: t`Tổng`, isDeleted: false }];
  const title = school ? t`Theo lớp · ${periodName}` : t`Theo trường · ${periodName}`;
  return (
    <ReportPanel title={title}>
      <DataTable
        label={title}
        columns={[nameColumn(school ? t`Lớp` : t`Trường`, getPath), ...listColumns<Row>()]}
        rows={rows}
        getRowKey={({ id }) => id ?? 'total'}
        paging="none"
      />
    </ReportPanel>
  );
}

function nameColumn(title: string, getPath: (id: number) => string): Column<Row> {
  return {
    name: title,
    cell: ({ id, name, isDeleted }) =>
      id === undefined || isDeleted ? (
        <>
          {name}
          {isDeleted && <span className={classes.deleted}> {t`(đã xóa)`}</span>}
        </>
      ) : (
        <Link className={classes.link} to={getPath(id)} lang="vi">
          {name}
        </Link>
      ),
  };
}
