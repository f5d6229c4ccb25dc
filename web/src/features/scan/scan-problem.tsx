import type { PropsWithChildren } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import type { ErrorText } from '../camera/public.ts';
import classes from './scan-problem.module.css';

/** Why there is no result, and what the child can do. */
export function ScanProblem({ title, text, children }: PropsWithChildren<ErrorText>) {
  return (
    <div className={classes.problem}>
      <p lang={getTextLanguage(title)}>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
