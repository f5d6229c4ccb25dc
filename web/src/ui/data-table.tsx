import '@mantine/core/styles/Pagination.layer.css';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Pagination, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Set for the column that names the row, where that is not the first one. */
  isRowName?: boolean;
  /** Set for what is never broken over lines: a code, a time. */
  isWhole?: boolean;
  /** Set for what a narrow panel leaves out; the row's name may carry it there. */
  isSecondary?: boolean;
}

/** Rows that come from the server a page at a time. */
interface Paging {
  page: number;
  /** How many rows there are on all pages. */
  total: number;
  onPage: (page: number) => void;
}

interface Props<Row> {
  /** What the rows are, for those who do not see the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  renderActions?: (row: Row) => ReactNode;
  isMuted?: (row: Row) => boolean;
  /** Where `rows` are one page of more; 'none' shows them all. */
  paging?: Paging | 'none';
}

/** Rows by pages, with a page bar only where one page is not enough; on paper all of them. A phone shows each as a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  renderActions,
  isMuted,
  paging,
}: Props<Row>) {
  const [wanted, setPage] = useState(1);
  const ownPaging = { page: wanted, total: rows.length, onPage: setPage };
  const { page, total, pages, onPage } = pagesOf(
    paging === 'none' ? ownPaging : (paging ?? ownPaging),
  );
  const isOnPage = (at: number) => paging || Math.floor(at / limits.tableRows) === page - 1;
  const naming = Math.max(
    0,
    columns.findIndex(({ isRowName }) => isRowName),
  );
  return (
    <>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isSecondary }) => (
              <th key={name} scope="col" data-secondary={isSecondary}>
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
          {rows.map((row, at) => (
            <tr key={keyOf(row)} data-muted={isMuted?.(row) || undefined} hidden={!isOnPage(at)}>
              {columns.map(({ name, cell, isWhole, isSecondary }, place) =>
                place === naming ? (
                  <th key={name} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} data-name={name} data-whole={isWhole} data-secondary={isSecondary}>
                    {cell(row)}
                  </td>
                ),
              )}
              {renderActions && <td className={classes.actions}>{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 && paging !== 'none' && (
        <PageBar page={page} pages={pages} rows={total} onPage={onPage} />
      )}
    </>
  );
}

/** A page beyond the end, where rows have gone meanwhile, is the last one. */
function pagesOf({ page, total, onPage }: Paging) {
  const pages = Math.max(1, Math.ceil(total / limits.tableRows));
  return { page: Math.min(page, pages), total, pages, onPage };
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
