import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { formatRelativeTime } from '../language/relative-time.ts';

interface Props {
  instant: string;
  className?: string | undefined;
}

/** The time as specified, and beside it how long ago that was. */
export function DateTime({ instant, className }: Props) {
  return (
    <time className={className} dateTime={instant}>
      {formatDateTime(instant)} · {formatRelativeTime(instant)}
    </time>
  );
}
