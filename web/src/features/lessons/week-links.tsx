import type { Lesson } from '@lop-xanh/contract/lessons';
import { type LibraryWeek, libraryOf, neighboursOf } from '@lop-xanh/contract/rules/weeks';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lessonPath } from '../../lib/paths.ts';
import classes from './lesson-page.module.css';
import { gradeLessonsQuery } from './lessons.api.ts';

/** To the weeks before and after, which may belong to another lesson of the grade. */
export function WeekLinks({ lesson, week }: { lesson: Lesson; week: number }) {
  const { data } = useQuery(gradeLessonsQuery(lesson.grade_id));
  if (!data) return null;
  const { previous, next } = neighboursOf(libraryOf(data.lessons, []), week);
  return (
    <nav className={classes.links} aria-label="Các tuần khác">
      {previous && <WeekLink week={previous} lesson={lesson} to="previous" />}
      {next && <WeekLink week={next} lesson={lesson} to="next" />}
    </nav>
  );
}

interface Props {
  week: LibraryWeek<Lesson>;
  lesson: Lesson;
  to: 'previous' | 'next';
}

function WeekLink({ week: { week, cards }, lesson, to }: Props) {
  // Stays in the lesson at hand where that has the week too.
  const card = cards.find((one) => one.lesson.id === lesson.id) ?? cards[0];
  if (!card) return null;
  return (
    <Link to={lessonPath(card.lesson.id, week)} className={classes.link} data-to={to}>
      {to === 'previous' && <IconArrowLeft size={22} aria-hidden />}
      <span className={classes.linkWords}>
        <span>Tuần {week}</span>
        <span>{card.entry.title}</span>
      </span>
      {to === 'next' && <IconArrowRight size={22} aria-hidden />}
    </Link>
  );
}
