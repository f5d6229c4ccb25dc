import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { useScrollToSelected } from '../../ui/use-scroll-to-selected.ts';
import { usesCalendar } from '../lessons/public.ts';
import type { ActivityWeek } from './activities.api.ts';
import classes from './activities-page.module.css';

interface Props {
  weeks: readonly ActivityWeek[];
  selected: number;
  onSelect: (week: number) => void;
}

export function WeekList({ weeks, selected, onSelect }: Props) {
  const user = useUser();
  const list = useScrollToSelected<HTMLUListElement>(
    weeks.findIndex(({ week }) => week === selected),
  );
  return (
    <section className={classes.weeks} aria-labelledby="activity-weeks">
      <h2 id="activity-weeks" lang={getTextLanguage(t`Weeks`)}>
        {t`Weeks`}
      </h2>
      <ul ref={list}>
        {weeks.map(({ week, isTaken, isCurrent }) => (
          <li key={week}>
            <button type="button" aria-pressed={week === selected} onClick={() => onSelect(week)}>
              <span className={classes.ring} data-taken={isTaken || undefined}>
                {isTaken && <IconCheck size={16} aria-hidden />}
              </span>
              {t`Tuần ${week}`}
              {isTaken && <span className={classes.badge}>{t`Đã học`}</span>}
              {isCurrent && (
                <span className={classes.badge}>
                  {usesCalendar(user) ? t`Tuần này` : t`Hiện tại`}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
