import { IconCheck } from '@tabler/icons-react';
import { calendarOf } from '../../lib/calendar.ts';
import { useUser } from '../../lib/visitor.ts';
import { useChosenInSight } from '../../ui/use-chosen-in-sight.ts';
import type { ActivityWeek } from './activities.api.ts';
import classes from './activities-page.module.css';

interface Props {
  weeks: readonly ActivityWeek[];
  chosen: number;
  onChoose: (week: number) => void;
}

/** A column beside the week, and a row above it where there is no room for a column. */
export function WeekList({ weeks, chosen, onChoose }: Props) {
  const { role } = useUser();
  const list = useChosenInSight<HTMLUListElement>(weeks.findIndex(({ week }) => week === chosen));
  return (
    <section className={classes.weeks} aria-labelledby="activity-weeks">
      <h2 id="activity-weeks">Weeks</h2>
      <ul ref={list}>
        {weeks.map(({ week, isTaken, isCurrent }) => (
          <li key={week}>
            <button type="button" aria-pressed={week === chosen} onClick={() => onChoose(week)}>
              <span className={classes.ring} data-taken={isTaken || undefined}>
                {isTaken && <IconCheck size={16} aria-hidden />}
              </span>
              Tuần {week}
              {isTaken && <span className={classes.mark}>Đã học</span>}
              {isCurrent && (
                <span className={classes.mark}>{calendarOf(role) ? 'Tuần này' : 'Hiện tại'}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
