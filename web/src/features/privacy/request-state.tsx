import type { DataRequest } from '@lop-xanh/contract/privacy';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useToday } from '../../lib/today.ts';
import { readClock } from './clock.ts';
import { getStatusLabel } from './request-labels.ts';
import classes from './request-state.module.css';

/** The clock while something is due, and then how the request ended. */
export function RequestState({ request }: { request: DataRequest }) {
  const clock = readClock(request, useToday());
  const { status } = request;
  if (!clock) {
    return (
      <span className={classes.state} data-state={status}>
        {getStatusLabel(status)}
      </span>
    );
  }
  const Icon = clock.urgency === 'late' ? IconAlertTriangle : IconClock;
  return (
    <span className={classes.state} data-state={clock.urgency}>
      <Icon size={16} aria-hidden />
      {clock.text}
    </span>
  );
}
