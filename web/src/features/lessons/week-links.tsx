import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { buildLibrary, findNeighbours, type LibraryWeek } from '@lop-xanh/contract/rules/weeks';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lessonPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import classes from './lesson-page.module.css';
import { gradeLessonsQuery } from './lessons.api.ts';

/** Links to the previous and next week, which may belong to another lesson of the grade. */
export function WeekLinks({ lesson, week }: { lesson: Lesson; week: number }) {
  const { data } = useQuery(gradeLessonsQuery(lesson.grade_id));
  if (!data) return null;
  const { previous, next } = findNeighbours(buildLibrary(data.lessons, []), week);
  return (
    <nav className={classes.links} aria-label={t`Các tuần khác`}>
      {previous && <WeekLink week={previous} lesson={lesson} direction="previous" />}
      {next && <WeekLink week={next} lesson={lesson} direction="next" />}
    </nav>
  );
}

interface Props {
  week: LibraryWeek<Lesson>;
  lesson: Lesson;
  direction: 'previous' | 'next';
}

function WeekLink({ week: { week, cards }, lesson, direction }: Props) {
  // Stays in the current lesson if it has that week.
  const card = cards.find((candidate) => candidate.lesson.id === lesson.id) ?? cards[0];
  if (!card) return null;
  return (
    <Link to={lessonPath(card.lesson.id, week)} className={classes.link} data-direction={direction}>
      {direction === 'previous' && <IconArrowLeft size={22} aria-hidden />}
      <span className={classes.linkText}>
        <span>{t`Tuần ${week}`}</span>
        <span lang="vi">{card.entry.title}</span>
      </span>
      {direction === 'next' && <IconArrowRight size={22} aria-hidden />}
    </Link>
  );
}
