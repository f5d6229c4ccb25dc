import type { ComponentProps } from 'react';
import classes from './visually-hidden.module.css';

/** Only for screen readers. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={classes.hidden} />;
}
