import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import type { LibraryWeek, WeekCard } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconEyeOff, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { lessonPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { withKeys } from '../../lib/with-keys.ts';
import { usesCalendar } from './calendar.ts';
import classes from './week-cards.module.css';
import { WeekThumbnail } from './week-thumbnail.tsx';

type Week = LibraryWeek<Lesson>;

interface Props {
  title: string;
  weeks: readonly Week[];
  /** The empty state, for no weeks. */
  children: ReactNode;
}

export function WeekCards({ title, weeks, children }: Props) {
  const headingId = useId();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading} lang={getTextLanguage(title)}>
        {title}
      </h2>
      {weeks.length === 0 ? (
        <div className={classes.empty}>{children}</div>
      ) : (
        <ul className={classes.cards}>
          {weeks.flatMap((week) =>
            withKeys(week.cards, ({ lesson }) => `${week.week} ${lesson.id}`).map(
              ({ key, item }) => <LessonCard key={key} week={week} card={item} />,
            ),
          )}
        </ul>
      )}
    </section>
  );
}

function LessonCard({ week: libraryWeek, card }: { week: Week; card: WeekCard<Lesson> }) {
  const { lesson, entry } = card;
  const { week, isCurrent, isActive } = libraryWeek;
  return (
    <li className={classes.item} data-current={isCurrent || undefined}>
      <Link
        to={lessonPath(lesson.id, week)}
        className={classes.card}
        data-hidden={!isActive || undefined}
      >
        <WeekThumbnail entry={entry} isHighPriority={isCurrent} />
        <span className={classes.text}>
          <span className={classes.badges}>
            <span className={classes.week}>{t`Tuần ${week}`}</span>
            <Badges week={libraryWeek} />
          </span>
          <span className={classes.title} lang="vi">
            {entry.title}
          </span>
          {isCurrent && (
            <span className={classes.summary} lang="vi">
              {entry.summary}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Each state has a label and an icon, because colour alone is not accessible. */
function Badges({ week: { isCurrent, isTaken, isActive } }: { week: Week }) {
  const user = useUser();
  return (
    <>
      {isCurrent && (
        <span className={classes.badge} data-kind="current">
          <IconPlayerPlay size={16} aria-hidden />
          {usesCalendar(user) ? t`Tuần này` : t`Bài hiện tại`}
        </span>
      )}
      {isTaken && (
        <span className={classes.badge} data-kind="taken">
          <IconCheck size={16} aria-hidden />
          {t`Đã học`}
        </span>
      )}
      {!isActive && (
        <span className={classes.badge} data-kind="hidden">
          <IconEyeOff size={16} aria-hidden />
          {t`Đã ẩn`}
        </span>
      )}
    </>
  );
}
