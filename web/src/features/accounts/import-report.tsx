import {
  type CellProblem,
  type ImportOutcome,
  type ImportReport,
  importOutcomes,
} from '@lop-xanh/contract/account-tables';
import { withKeys } from '../../lib/with-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './import-dialog.module.css';

const outcomeLabels: Record<ImportOutcome, string> = {
  created: 'thêm mới',
  changed: 'thay đổi',
  unchanged: 'giữ nguyên',
};

interface SummaryProps {
  report: ImportReport;
  problemCount: number;
}

export function ImportSummary({ report, problemCount }: SummaryProps) {
  return (
    <p className={classes.outcomes} aria-live="polite">
      <span>{report.total} dòng</span>
      {importOutcomes
        .filter((outcome) => report[outcome] > 0)
        .map((outcome) => (
          <span key={outcome} data-outcome={outcome}>
            {report[outcome]} {outcomeLabels[outcome]}
          </span>
        ))}
      {problemCount > 0 && <span data-outcome="problem">{problemCount} lỗi</span>}
    </p>
  );
}

export function ImportProblems({ problems }: { problems: readonly CellProblem[] }) {
  const rows = withKeys(problems, ({ row, column }) => `${row} ${column}`);
  return (
    <div className={classes.table}>
      <p className={classes.hint}>
        Chưa dòng nào được ghi. Hãy sửa những ô này trong tệp rồi chọn lại tệp.
      </p>
      <DataTable
        label="Các lỗi trong tệp"
        rows={rows}
        getRowKey={({ key }) => key}
        columns={[
          { name: 'Dòng', cell: ({ item }) => item.row },
          { name: 'Cột', cell: ({ item }) => item.column || '—' },
          { name: 'Lỗi', cell: ({ item }) => item.message },
        ]}
      />
    </div>
  );
}

export function ImportPreview({ rows }: { rows: ImportReport['rows'] }) {
  if (rows.length === 0) return <p className={classes.hint}>Tệp không có dòng nào.</p>;
  return (
    <div className={classes.table}>
      <DataTable
        label="Các dòng trong tệp"
        rows={rows}
        getRowKey={({ row }) => row}
        isMuted={({ outcome }) => outcome === 'unchanged'}
        columns={[
          { name: 'Dòng', cell: ({ row }) => row },
          { name: 'Họ và tên', isRowHeader: true, cell: ({ full_name }) => full_name },
          { name: 'Username', cell: ({ username }) => username },
          { name: 'Lớp', cell: ({ class_name }) => class_name ?? '—' },
          {
            name: 'Sẽ',
            cell: ({ outcome, changes }) =>
              outcome === 'changed'
                ? `${outcomeLabels.changed}: ${changes.join(', ')}`
                : outcomeLabels[outcome],
          },
        ]}
      />
    </div>
  );
}
