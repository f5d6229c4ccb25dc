import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Pagination, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import classes from './data-table.module.css';
import { NativeSelect } from './native-select.tsx';
import { type Selection, SelectionBox } from './selection-box.tsx';
import { SortHeading, type Sorting } from './sort-heading.tsx';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Set for the column that names the row, if it is not the first one. */
  isRowHeader?: boolean;
  /** Set for values that must not wrap, such as a code or a time. */
  isNowrap?: boolean;
  /** Hidden in a narrow panel; the row header may show it there. */
  isSecondary?: boolean;
  /** What `Sorting` calls this column, if the rows can be sorted by it. */
  sortName?: string;
}

/** For rows that are fetched page by page, or whose page is kept elsewhere. */
export interface Paging {
  page: number;
  /** The number of rows on all pages. */
  total: number;
  onPage: (page: number) => void;
  /** Set if the user can choose how many rows a page has. */
  size?: { rows: number; onRows: (rows: number) => void };
}

/** The first is the specified one. */
export const pageSizes = [limits.rowsPerTablePage, 25, 50, 100] as const;

interface Props<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getRowKey: (row: Row) => string | number;
  renderActions?: (row: Row) => ReactNode;
  isMuted?: (row: Row) => boolean;
  /** What a click on a row does, beside its own links and buttons. The row header must link to the same. */
  onOpenRow?: (row: Row) => void;
  sorting?: Sorting | undefined;
  selection?: Selection<Row> | undefined;
  /** Set if `rows` may be only one page; 'none' shows all rows on one page. */
  paging?: Paging | 'none';
}

/** A paged table. Paper shows all rows, and a phone shows each row as a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  getRowKey,
  renderActions,
  isMuted,
  onOpenRow,
  sorting,
  selection,
  paging,
}: Props<Row>) {
  const [ownPage, setOwnPage] = useState(1);
  const ownPaging = { page: ownPage, total: rows.length, onPage: setOwnPage };
  const bar = clampPage(paging === 'none' ? ownPaging : (paging ?? ownPaging));
  const isOnPage = (index: number) =>
    paging === 'none' ||
    rows.length <= bar.rowsPerPage ||
    Math.floor(index / bar.rowsPerPage) === bar.page - 1;
  const rowHeaderIndex = Math.max(
    0,
    columns.findIndex(({ isRowHeader }) => isRowHeader),
  );
  return (
    <>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.select}>
                <SelectionBox selection={selection} rows={rows} label={t`Chọn cả trang`} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorting={sorting} />
            ))}
            {renderActions && (
              <th scope="col">
                <VisuallyHidden>{t`Thao tác`}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={getRowKey(row)}
              data-muted={isMuted?.(row) || undefined}
              data-opens={onOpenRow ? true : undefined}
              onClick={onOpenRow && ((event) => isOnText(event) && onOpenRow(row))}
              hidden={!isOnPage(index)}
              data-chosen={selection?.isChosen(row) || undefined}
            >
              {selection && (
                <td className={classes.select}>
                  <SelectionBox
                    selection={selection}
                    rows={[row]}
                    label={selection.getLabel(row)}
                  />
                </td>
              )}
              {columns.map(({ name, cell, isNowrap, isSecondary }, columnIndex) =>
                columnIndex === rowHeaderIndex ? (
                  <th key={name} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={name}
                    data-name={name}
                    data-nowrap={isNowrap}
                    data-secondary={isSecondary}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
              {renderActions && <td className={classes.actions}>{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {bar.total > limits.rowsPerTablePage && paging !== 'none' && <PageBar {...bar} />}
    </>
  );
}

function Heading<Row>({
  column: { name, isSecondary, sortName },
  sorting,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
}) {
  const props = { scope: 'col', lang: getTextLanguage(name), 'data-secondary': isSecondary };
  if (!sorting || !sortName) return <th {...props}>{name}</th>;
  return <SortHeading {...props} name={name} sortName={sortName} sorting={sorting} />;
}

/** Not on a link or button, in a dialog of the row, or at the end of selecting text. */
function isOnText({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const element = target as Element;
  return (
    currentTarget.contains(element) &&
    !element.closest('a, button, input, label') &&
    !getSelection()?.toString()
  );
}

/** Shows the last page if rows were deleted and the requested page no longer exists. */
function clampPage(paging: Paging) {
  const rowsPerPage = paging.size?.rows ?? limits.rowsPerTablePage;
  const pages = Math.max(1, Math.ceil(paging.total / rowsPerPage));
  return { ...paging, page: Math.min(paging.page, pages), pages, rowsPerPage };
}

function PageBar({
  page,
  pages,
  total: rows,
  rowsPerPage,
  size,
  onPage,
}: ReturnType<typeof clampPage>) {
  const first = (page - 1) * rowsPerPage + 1;
  const last = Math.min(page * rowsPerPage, rows);
  return (
    <nav className={classes.bar} aria-label={t`Các trang`}>
      <p aria-live="polite">{t`${first}–${last} trên ${rows}`}</p>
      {size && (
        <NativeSelect
          aria-label={t`Số dòng mỗi trang`}
          value={String(size.rows)}
          data={pageSizes.map((count) => ({ value: String(count), label: t`${count} dòng` }))}
          onChange={({ currentTarget }) => size.onRows(Number(currentTarget.value))}
        />
      )}
      <Pagination
        value={page}
        total={pages}
        onChange={onPage}
        size="lg"
        siblings={0}
        getItemProps={(item) => ({ 'aria-label': t`Trang số ${item}` })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? t`Trang trước` : t`Trang tiếp theo`,
        })}
      />
    </nav>
  );
}
