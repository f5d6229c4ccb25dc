import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  type CellProblem,
  type ImportOutcome,
  type ImportReport,
  importOutcomes,
} from '@lop-xanh/contract/account-tables';
import { withKeys } from '../../lib/with-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './import-dialog.module.css';

const outcomeLabels: Record<Exclude<ImportOutcome, 'changed'>, MessageDescriptor> = {
  created: msg`thêm mới`,
  unchanged: msg`giữ nguyên`,
};
const formatOutcomeCount: Record<ImportOutcome, (count: number) => string> = {
  created: (count) => t`${count} thêm mới`,
  changed: (count) => t`${count} thay đổi`,
  unchanged: (count) => t`${count} giữ nguyên`,
};

/** A name, or a heading of the file. */
function renderVietnamese(text: string) {
  return <span lang="vi">{text}</span>;
}

interface SummaryProps {
  report: ImportReport;
  problemCount: number;
}

export function ImportSummary({ report, problemCount }: SummaryProps) {
  const { total: count } = report;
  return (
    <p className={classes.outcomes} aria-live="polite">
      <span>{t`${count} dòng`}</span>
      {importOutcomes
        .filter((outcome) => report[outcome] > 0)
        .map((outcome) => (
          <span key={outcome} data-outcome={outcome}>
            {formatOutcomeCount[outcome](report[outcome])}
          </span>
        ))}
      {problemCount > 0 && <span data-outcome="problem">{t`${problemCount} lỗi`}</span>}
    </p>
  );
}

export function ImportProblems({ problems }: { problems: readonly CellProblem[] }) {
  const rows = withKeys(problems, ({ row, column }) => `${row} ${column}`);
  return (
    <div className={classes.table}>
      <p className={classes.hint}>
        {t`Chưa dòng nào được ghi. Hãy sửa những ô này trong tệp rồi chọn lại tệp.`}
      </p>
      <DataTable
        label={t`Các lỗi trong tệp`}
        rows={rows}
        getRowKey={({ key }) => key}
        columns={[
          { name: t`Dòng`, cell: ({ item }) => item.row },
          { name: t`Cột`, cell: ({ item }) => item.column || '—' },
          { name: t`Lỗi`, cell: ({ item }) => item.message },
        ]}
      />
    </div>
  );
}

export function ImportPreview({ rows }: { rows: ImportReport['rows'] }) {
  if (rows.length === 0) return <p className={classes.hint}>{t`Tệp không có dòng nào.`}</p>;
  return (
    <div className={classes.table}>
      <DataTable
        label={t`Các dòng trong tệp`}
        rows={rows}
        getRowKey={({ row }) => row}
        isMuted={({ outcome }) => outcome === 'unchanged'}
        columns={[
          { name: t`Dòng`, cell: ({ row }) => row },
          {
            name: t`Họ và tên`,
            isRowHeader: true,
            cell: ({ full_name }) => renderVietnamese(full_name),
          },
          { name: t`Tên đăng nhập`, cell: ({ username }) => username },
          { name: t`Lớp`, cell: ({ class_name }) => class_name ?? '—' },
          {
            name: t`Sẽ`,
            cell: ({ outcome, changes }) =>
              outcome === 'changed' ? describeChanges(changes) : i18n._(outcomeLabels[outcome]),
          },
        ]}
      />
    </div>
  );
}

function describeChanges(changes: readonly string[]): string {
  const fields = changes.join(', ');
  return t`thay đổi: ${fields}`;
}
