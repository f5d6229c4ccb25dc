import { t } from '@lingui/core/macro';
import type { StudentReport } from '@lop-xanh/contract/history';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { IconCalendarOff, IconCheck, IconX } from '@tabler/icons-react';
import classes from './student-report.module.css';

/** The 35 weeks of a year at a glance; the table below has the details. */
export function YearOverview({ weeks }: { weeks: StudentReport['weeks'] }) {
  const statusByWeek = new Map(
    weeks.map(({ week, status, isExcused }) => [week, isExcused ? 'excused' : status]),
  );
  const absentWeeks = weeks.filter(({ status }) => status === 'absent').map(({ week }) => week);
  const total = weeks.length;
  const absences = absentWeeks.join(', ');
  const label = absences
    ? t`${total} tuần, vắng tuần ${absences}`
    : t`${total} tuần, không vắng tuần nào`;
  return (
    <div className={classes.overview} role="img" aria-label={label}>
      {allWeeks.map((week) => (
        <span key={week} className={classes.week} data-status={statusByWeek.get(week)}>
          {week}
          {statusByWeek.get(week) === 'present' && <IconCheck size={16} />}
          {statusByWeek.get(week) === 'absent' && <IconX size={16} />}
          {statusByWeek.get(week) === 'excused' && <IconCalendarOff size={16} />}
        </span>
      ))}
    </div>
  );
}
