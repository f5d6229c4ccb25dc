import type { ReactNode } from 'react';
import { TablePanel } from '../../ui/table-panel.tsx';
import classes from './printed-history.module.css';

interface Props {
  title: string;
  /** Whose history it is; on paper no filter tells it. */
  of: (string | undefined)[];
  children: ReactNode;
}

/** A history's panel on the screen; on paper its table alone, under a title. */
export function PrintedHistory({ title, of, children }: Props) {
  return (
    <div data-print className={classes.paper}>
      <p className={classes.title} aria-hidden>
        {[title, ...of].filter(Boolean).join(' · ')}
      </p>
      <TablePanel>{children}</TablePanel>
    </div>
  );
}
