import type { StudentReport } from '@lop-xanh/contract/history';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './student-report.module.css';

/** The 35 weeks of a year at a glance; the table below has the details. */
export function YearOverview({ weeks }: { weeks: StudentReport['weeks'] }) {
  const statusByWeek = new Map(weeks.map(({ week, status }) => [week, status]));
  const absentWeeks = weeks.filter(({ status }) => status === 'absent').map(({ week }) => week);
  const absences =
    absentWeeks.length === 0 ? 'không vắng tuần nào' : `vắng tuần ${absentWeeks.join(', ')}`;
  return (
    <div className={classes.overview} role="img" aria-label={`${weeks.length} tuần, ${absences}`}>
      {allWeeks.map((week) => (
        <span key={week} className={classes.week} data-status={statusByWeek.get(week)}>
          {week}
          {statusByWeek.get(week) === 'present' && <IconCheck size={16} />}
          {statusByWeek.get(week) === 'absent' && <IconX size={16} />}
        </span>
      ))}
    </div>
  );
}
