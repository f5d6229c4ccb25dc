import type { Lesson } from '@lop-xanh/contract/lessons';
import { messages } from '@lop-xanh/contract/messages';
import { isActive, weekNumber } from '@lop-xanh/contract/rules/weeks';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../lib/api-errors.ts';
import { keyed } from '../../lib/keyed.ts';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/visitor.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BookPicture, SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { LessonEntry } from './lesson-entry.tsx';
import classes from './lesson-page.module.css';
import { lessonQuery } from './lessons.api.ts';
import { WeekLinks } from './week-links.tsx';

export function LessonPage() {
  const { lessonId = '', week = '' } = useParams();
  const { data: lesson, error, isPending, refetch } = useQuery(lessonQuery(lessonId));
  // A lesson that is gone on a refetch is not shown any longer.
  const isGone = error instanceof ApiError && [403, 404].includes(error.status);

  if (lesson && !isGone) return <WeekOfLesson lesson={lesson} week={week} />;
  return (
    <>
      <PageHeader title="Bài giảng" isHidden />
      {!isGone && (
        <div className={classes.top}>
          <BackLink to={paths.lessons} />
        </div>
      )}
      <Card>
        {isPending && <Skeleton lines={9} words={messages.lessons.loading} />}
        {isGone && (
          <EmptyState picture={<BookPicture />} title={messages.lessons.notFound}>
            <BackButton to={paths.lessons} />
          </EmptyState>
        )}
        {!isPending && !isGone && (
          <ErrorState message="Không tải được bài giảng" retry={() => void refetch()} />
        )}
      </Card>
    </>
  );
}

function WeekOfLesson({ lesson, week }: { lesson: Lesson; week: string }) {
  const { role } = useUser();
  // One's own grade needs no mention; who looks into several comes back to the same.
  const isOwn = role === 'Student' || role === 'Teacher';
  const library = isOwn ? paths.lessons : `${paths.lessons}?grade=${lesson.grade_id}`;
  const number = weekNumber(week);
  const entries = lesson.content.filter((entry) => entry.week === number && isActive(entry));
  const [only] = entries;

  if (number === undefined || !only) {
    return (
      <>
        <PageHeader title={lesson.title} isHidden />
        <Card>
          <EmptyState
            picture={<SproutPicture />}
            title={messages.lessons.weekUnavailable(number ?? week)}
          >
            <BackButton to={library} />
          </EmptyState>
        </Card>
        {number !== undefined && <WeekLinks lesson={lesson} week={number} />}
      </>
    );
  }
  const isOne = entries.length === 1;
  return (
    <>
      <div className={classes.top}>
        <BackLink to={library} />
        <PageHeader title={isOne ? only.title : lesson.title} />
        <p className={classes.place}>
          Tuần {number} · {lesson.grade_name}
          {isOne && ` · ${lesson.title}`}
        </p>
      </div>
      {keyed(entries, ({ title }) => title).map(({ key, thing }) => (
        <LessonEntry key={key} entry={thing} isOnlyOne={isOne} />
      ))}
      <WeekLinks lesson={lesson} week={number} />
    </>
  );
}

function BackLink({ to }: { to: string }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="subtle"
      className={classes.back ?? ''}
      leftSection={<IconArrowLeft size={20} aria-hidden />}
    >
      {messages.navigation.lessons}
    </Button>
  );
}

function BackButton({ to }: { to: string }) {
  return (
    <Button
      component={Link}
      to={to}
      leftSection={<IconArrowLeft size={20} aria-hidden />}
      className={classes.wayOut ?? ''}
    >
      Quay lại
    </Button>
  );
}
