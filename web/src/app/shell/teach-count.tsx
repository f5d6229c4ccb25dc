import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../../features/teaching/teaching.api.ts';
import classes from './moderation-count.module.css';

/** How many photos by students wait to be taught to the scanner. */
export function TeachCount() {
  const { data: count = 0 } = useQuery(waitingQuery);
  if (count === 0) return null;
  return (
    <span className={classes.count} aria-label={t`${count} ảnh chờ duyệt`}>
      {count}
    </span>
  );
}
