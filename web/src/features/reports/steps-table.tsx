import { t } from '@lingui/core/macro';
import type { ReportStep, ReportStepKind } from '@lop-xanh/contract/reports';
import { Link } from '../../lib/routing/link.tsx';
import { useLocation } from '../../lib/routing/location.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import classes from './report.module.css';
import { listColumns } from './report-columns.tsx';
import { ReportPanel } from './report-panel.tsx';
import { getStepName, useReportPeriod } from './report-period.ts';

/** The year by week or month; each leads to the report on it alone. */
export function StepsTable({ steps }: { steps: readonly ReportStep[] }) {
  const { by } = useReportPeriod();
  const { search } = useLocation();
  const toPeriod = (number: number) => {
    const params = new URLSearchParams(search);
    params.set(by, String(number));
    return `?${params}`;
  };
  const title = by === 'week' ? t`Theo tuần` : t`Theo tháng`;
  return (
    <ReportPanel title={title}>
      <DataTable
        label={title}
        columns={[nameColumn(by, toPeriod), ...listColumns<ReportStep>()]}
        rows={steps}
        getRowKey={({ number }) => number}
        paging="none"
      />
    </ReportPanel>
  );
}

function nameColumn(by: ReportStepKind, toPeriod: (number: number) => string): Column<ReportStep> {
  return {
    name: by === 'week' ? t`Tuần` : t`Tháng`,
    cell: ({ number }) => (
      <Link className={classes.link} to={toPeriod(number)} preventScrollReset>
        {getStepName(by, number)}
      </Link>
    ),
  };
}
