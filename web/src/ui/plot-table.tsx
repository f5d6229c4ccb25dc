import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import classes from './plot-table.module.css';

interface Props {
  headings: string[];
  rows: { key: string | number; name: ReactNode; cells: string[] }[];
}

/** The numbers of a plot, for screen readers and whoever wants to read them. */
export function PlotTable({ headings, rows }: Props) {
  return (
    <details className={classes.details}>
      <summary>{t`Xem bảng`}</summary>
      <NumbersTable headings={headings} rows={rows} />
    </details>
  );
}

export function NumbersTable({ headings, rows }: Props) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={headings[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
