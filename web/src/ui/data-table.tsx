import '@mantine/core/styles/Pagination.layer.css';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Pagination, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  /** What the rows are, for those who do not see the table. */
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  renderActions?: (row: Row) => ReactNode;
  isMuted?: (row: Row) => boolean;
}

/** Rows by pages, with a page bar only where one page is not enough. A phone shows each as a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  renderActions,
  isMuted,
}: Props<Row>) {
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / limits.tableRows));
  const page = Math.min(wanted, pages);
  const shown = rows.slice((page - 1) * limits.tableRows, page * limits.tableRows);
  return (
    <>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {renderActions && (
              <th scope="col">
                <VisuallyHidden>Thao tác</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)} data-muted={isMuted?.(row) || undefined}>
              {columns.map(({ name, cell }, at) =>
                at === 0 ? (
                  <th key={name} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} data-name={name}>
                    {cell(row)}
                  </td>
                ),
              )}
              {renderActions && <td className={classes.actions}>{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && <PageBar page={page} pages={pages} rows={rows.length} onPage={setPage} />}
    </>
  );
}

interface PageBarProps {
  page: number;
  pages: number;
  rows: number;
  onPage: (page: number) => void;
}

function PageBar({ page, pages, rows, onPage }: PageBarProps) {
  const last = Math.min(page * limits.tableRows, rows);
  return (
    <nav className={classes.bar} aria-label="Các trang">
      <p aria-live="polite">
        {(page - 1) * limits.tableRows + 1}–{last} trong {rows}
      </p>
      <Pagination
        value={page}
        total={pages}
        onChange={onPage}
        size="lg"
        siblings={0}
        getItemProps={(item) => ({ 'aria-label': `Trang ${item}` })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? 'Trang trước' : 'Trang sau',
        })}
      />
    </nav>
  );
}
