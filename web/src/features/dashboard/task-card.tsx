import { t } from '@lingui/core/macro';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '../../lib/routing/link.tsx';
import classes from './task-card.module.css';

export interface Task {
  icon: Icon;
  title: string;
  isDone: boolean;
  isLate?: boolean;
  /** What is to do, or that nothing is. */
  value: string;
  details?: ReactNode;
  /** Where it is done, unless the details lead there. */
  link?: string | undefined;
}

export function TaskCard({ task }: { task: Task }) {
  const { icon: TaskIcon, title, isDone, isLate = false, value, details, link } = task;
  return (
    <li className={classes.card} data-state={isDone ? 'done' : isLate ? 'late' : 'open'}>
      <h2 className={classes.title}>
        <TaskIcon size={20} aria-hidden />
        <span>{link ? <Link to={link}>{title}</Link> : title}</span>
      </h2>
      <p className={classes.value}>
        {value}
        {isLate && !isDone && <span className={classes.late}> · {t`quá hạn`}</span>}
      </p>
      {details && <div className={classes.details}>{details}</div>}
    </li>
  );
}
