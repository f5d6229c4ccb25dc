import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { isActive, parseWeekNumber } from '@lop-xanh/contract/rules/weeks';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useParams } from '../../lib/routing/route-params.ts';
import { withKeys } from '../../lib/with-keys.ts';
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
  // Hides a cached lesson too, once a refetch says that it is gone.
  const isGone = error instanceof ApiError && [403, 404].includes(error.status);

  if (lesson && !isGone) return <LessonWeek lesson={lesson} week={week} />;
  return (
    <>
      <PageHeader title={t`Bài giảng`} isHidden />
      {!isGone && (
        <div className={classes.top}>
          <BackLink to={paths.lessons} />
        </div>
      )}
      <Card>
        {isPending && <Skeleton lines={9} label={messages.lessons.loading} />}
        {isGone && (
          <EmptyState picture={<BookPicture />} title={messages.lessons.notFound}>
            <BackButton to={paths.lessons} />
          </EmptyState>
        )}
        {!isPending && !isGone && (
          <ErrorState message={t`Không tải được bài giảng`} retry={() => void refetch()} />
        )}
      </Card>
    </>
  );
}

function LessonWeek({ lesson, week }: { lesson: Lesson; week: string }) {
  const { role, substitutions } = useUser();
  // Users with several grades return to the one they came from.
  const hasOneGrade = (role === 'Student' || role === 'Teacher') && substitutions.length === 0;
  const libraryPath = hasOneGrade ? paths.lessons : `${paths.lessons}?grade=${lesson.grade_id}`;
  const number = parseWeekNumber(week);
  const entries = lesson.content.filter((entry) => entry.week === number && isActive(entry));
  const [firstEntry] = entries;

  if (number === undefined || !firstEntry) {
    return (
      <>
        <PageHeader title={lesson.title} isHidden />
        <Card>
          <EmptyState
            picture={<SproutPicture />}
            title={messages.lessons.weekUnavailable(number ?? week)}
          >
            <BackButton to={libraryPath} />
          </EmptyState>
        </Card>
        {number !== undefined && <WeekLinks lesson={lesson} week={number} />}
      </>
    );
  }
  const isSingle = entries.length === 1;
  const gradeName = translateGrade(lesson.grade_name);
  return (
    <>
      <div className={classes.top}>
        <BackLink to={libraryPath} />
        <PageHeader title={isSingle ? firstEntry.title : lesson.title} />
        <p className={classes.subtitle}>
          {t`Tuần ${number} · ${gradeName}`}
          {isSingle && <span lang="vi">{` · ${lesson.title}`}</span>}
        </p>
      </div>
      {withKeys(entries, ({ title }) => title).map(({ key, item }) => (
        <LessonEntry key={key} entry={item} isSingle={isSingle} />
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
      lang={getTextLanguage(messages.navigation.lessons)}
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
      className={classes.backButton ?? ''}
    >
      {t`Quay lại`}
    </Button>
  );
}
