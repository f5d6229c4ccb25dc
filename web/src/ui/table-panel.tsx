import type { ReactNode } from 'react';
import { CellsSkeleton } from './skeleton.tsx';
import classes from './table-panel.module.css';

/** The card around a table. */
export function TablePanel({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={label}>
      {children}
    </section>
  );
}

/** Search, filters and buttons above a table; the first one takes the remaining width. */
export function TableTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>;
}

export function TableSkeleton() {
  return (
    <div className={classes.skeleton}>
      <CellsSkeleton rows={8} columns={4} />
    </div>
  );
}
