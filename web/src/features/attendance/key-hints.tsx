import { Fragment } from 'react';
import classes from './sheet.module.css';

export interface KeyHint {
  keys?: string[];
  text: string;
}

/** The keys of the sheet, on devices that have a keyboard. */
export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <p className={`${classes.soft} ${classes.keys}`} aria-live="polite">
      {hints.map(({ keys = [], text }, index) => (
        <Fragment key={text}>
          {index > 0 && ' · '}
          {keys.map((key) => (
            <Fragment key={key}>
              <kbd>{key}</kbd>{' '}
            </Fragment>
          ))}
          {text}
        </Fragment>
      ))}
    </p>
  );
}
