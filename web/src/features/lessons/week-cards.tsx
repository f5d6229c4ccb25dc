import type { Lesson } from '@lop-xanh/contract/lessons';
import type { WeekCard as LessonOfWeek, LibraryWeek } from '@lop-xanh/contract/rules/weeks';
import { IconCheck, IconEyeOff, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { calendarOf } from '../../lib/calendar.ts';
import { keyed } from '../../lib/keyed.ts';
import { lessonPath } from '../../lib/paths.ts';
import { useUser } from '../../lib/visitor.ts';
import classes from './week-cards.module.css';
import { WeekPicture } from './week-picture.tsx';

type Week = LibraryWeek<Lesson>;

interface Props {
  title: string;
  weeks: readonly Week[];
  /** What stands in place of no week at all. */
  children: ReactNode;
}

export function WeekCards({ title, weeks, children }: Props) {
  const headingId = useId();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {title}
      </h2>
      {weeks.length === 0 ? (
        <div className={classes.empty}>{children}</div>
      ) : (
        <ul className={classes.cards}>
          {weeks.flatMap((week) =>
            keyed(week.cards, ({ lesson }) => `${week.week} ${lesson.id}`).map(({ key, thing }) => (
              <WeekCard key={key} week={week} card={thing} />
            )),
          )}
        </ul>
      )}
    </section>
  );
}

function WeekCard({ week, card }: { week: Week; card: LessonOfWeek<Lesson> }) {
  const { lesson, entry } = card;
  return (
    <li className={classes.place} data-current={week.isCurrent || undefined}>
      <Link
        to={lessonPath(lesson.id, week.week)}
        className={classes.card}
        data-hidden={!week.isActive || undefined}
      >
        <WeekPicture entry={entry} isUrgent={week.isCurrent} />
        <span className={classes.words}>
          <span className={classes.marks}>
            <span className={classes.week}>Tuần {week.week}</span>
            <Marks week={week} />
          </span>
          <span className={classes.title}>{entry.title}</span>
          {week.isCurrent && <span className={classes.summary}>{entry.summary}</span>}
        </span>
      </Link>
    </li>
  );
}

/** A state is told by a word and a sign, never by its colour alone. */
function Marks({ week: { isCurrent, isTaken, isActive } }: { week: Week }) {
  const { role } = useUser();
  return (
    <>
      {isCurrent && (
        <span className={classes.mark} data-kind="current">
          <IconPlayerPlay size={16} aria-hidden />
          {calendarOf(role) ? 'Tuần này' : 'Bài hiện tại'}
        </span>
      )}
      {isTaken && (
        <span className={classes.mark} data-kind="taken">
          <IconCheck size={16} aria-hidden />
          Đã học
        </span>
      )}
      {!isActive && (
        <span className={classes.mark} data-kind="hidden">
          <IconEyeOff size={16} aria-hidden />
          Đã ẩn
        </span>
      )}
    </>
  );
}
