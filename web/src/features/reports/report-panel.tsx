import type { ReactNode } from 'react';
import { TablePanel } from '../../ui/table-panel.tsx';
import classes from './report.module.css';

export function ReportPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <TablePanel label={title}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.scroll}>{children}</div>
    </TablePanel>
  );
}
