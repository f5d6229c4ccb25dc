import type { ReactNode } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import { printOnly } from '../../ui/print-only.ts';
import { TablePanel } from '../../ui/table-panel.tsx';
import classes from './printed-history.module.css';

interface Props {
  title: string;
  /** The selected filters, which are not printed themselves. */
  subtitles: (string | undefined)[];
  children: ReactNode;
}

/** A panel on screen; in print only its table, under a title. */
export function PrintedHistory({ title, subtitles, children }: Props) {
  return (
    <div ref={printOnly} className={classes.paper}>
      <p className={classes.title} aria-hidden>
        <span lang={getTextLanguage(title)}>{title}</span>
        {subtitles.map((subtitle) => subtitle && ` · ${subtitle}`)}
      </p>
      <TablePanel>{children}</TablePanel>
    </div>
  );
}
