import type { StudentReport } from '@lop-xanh/contract/history';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './student-report.module.css';

/** The 35 weeks of a year at a glance; the table below says the same in words. */
export function YearPicture({ weeks }: { weeks: StudentReport['weeks'] }) {
  const statusOf = new Map(weeks.map(({ week, status }) => [week, status]));
  const absent = weeks.filter(({ status }) => status === 'absent').map(({ week }) => week);
  const words = absent.length === 0 ? 'không vắng tuần nào' : `vắng tuần ${absent.join(', ')}`;
  return (
    <div className={classes.picture} role="img" aria-label={`${weeks.length} tuần, ${words}`}>
      {allWeeks.map((week) => (
        <span key={week} className={classes.week} data-status={statusOf.get(week)}>
          {week}
          {statusOf.get(week) === 'present' && <IconCheck size={16} />}
          {statusOf.get(week) === 'absent' && <IconX size={16} />}
        </span>
      ))}
    </div>
  );
}
