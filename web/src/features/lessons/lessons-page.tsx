import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Grade } from '@lop-xanh/contract/classes';
import type { Lesson } from '@lop-xanh/contract/lessons';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { buildLibrary, computeProgress, type Library } from '@lop-xanh/contract/rules/weeks';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { useUser } from '../../lib/current-user.ts';
import { useToday } from '../../lib/today.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BookPicture, SproutPicture, TreePicture } from '../../ui/pictures.tsx';
import { CardSkeleton, CardsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { GradeSelect, WithGrade } from '../classes/public.ts';
import { getCalendar } from './calendar.ts';
import { type GradeLessons, gradeLessonsQuery } from './lessons.api.ts';
import { TeachingProgress } from './teaching-progress.tsx';
import { WeekCards } from './week-cards.tsx';

const noGradeMessages: Record<Role, MessageDescriptor> = {
  Student: msg`Em chưa được xếp vào lớp nào`,
  Parent: msg`Chưa có học sinh nào được liên kết`,
  Teacher: msg`Bạn chưa được phân công lớp`,
  Mod: msg`Chưa có khối lớp nào`,
  Admin: msg`Chưa có khối lớp nào`,
};

export function LessonsPage() {
  const { role } = useUser();
  return (
    <>
      <PageHeader title={messages.navigation.lessons}>
        <GradeSelect />
      </PageHeader>
      <WithGrade
        skeleton={<LibrarySkeleton />}
        failedMessage={t`Không tải được bài giảng`}
        emptyTitle={i18n._(noGradeMessages[role])}
      >
        {(grade) => <GradeLibrary key={grade.id} grade={grade} />}
      </WithGrade>
    </>
  );
}

function GradeLibrary({ grade }: { grade: Grade }) {
  const { data, error, refetch } = useQuery(gradeLessonsQuery(grade.id));
  // Deferred, so that a slow phone stays responsive while it renders a year of cards.
  const query = { data: useDeferredValue(data), error, refetch };
  return (
    <Loaded
      query={query}
      skeleton={<LibrarySkeleton />}
      failedMessage={t`Không tải được bài giảng`}
      hasCard
    >
      {(loaded) => <LibrarySections grade={grade} {...loaded} />}
    </Loaded>
  );
}

function LibrarySections({ grade, lessons, classes }: GradeLessons & { grade: Grade }) {
  const takenWeeks = classes
    .filter(({ grade_id }) => grade_id === grade.id)
    .map(({ taken }) => taken);
  const gradeName = translateGrade(grade.name);
  const library = buildLibrary(lessons, takenWeeks, getCalendar(useUser(), useToday()));

  if (library.weeks.length === 0) {
    return (
      <Card>
        <EmptyState
          picture={<BookPicture />}
          title={t`Chưa có bài giảng`}
          text={t`${gradeName} chưa có bài giảng nào. Hãy quay lại sau nhé.`}
        />
      </Card>
    );
  }
  return (
    <>
      {takenWeeks.length > 0 && <TeachingProgress {...computeProgress(takenWeeks)} />}
      <UpcomingWeeks library={library} />
      <FinishedWeeks library={library} />
    </>
  );
}

/** On a phone, a student sees only this week's lesson. */
function UpcomingWeeks({ library: { current, thisMonth } }: { library: Library<Lesson> }) {
  const { role } = useUser();
  const isThisWeekOnly = useIsMobile() && role === 'Student';
  const weeks = isThisWeekOnly && current ? [current] : thisMonth;
  const title = isThisWeekOnly ? messages.lessons.thisWeek : messages.lessons.thisMonth;
  return (
    <WeekCards title={title} weeks={weeks}>
      <EmptyState
        picture={<TreePicture />}
        title={t`Đã học xong tất cả bài giảng`}
        text={t`Những bài đã học vẫn ở bên dưới để ôn lại.`}
      />
    </WeekCards>
  );
}

function FinishedWeeks({ library: { finished } }: { library: Library<Lesson> }) {
  return (
    <WeekCards title={messages.lessons.finished} weeks={finished}>
      <EmptyState picture={<SproutPicture />} title={messages.lessons.noneCompleted} />
    </WeekCards>
  );
}

function LibrarySkeleton() {
  return (
    <>
      <CardSkeleton lines={2} />
      <CardsSkeleton cards={9} />
    </>
  );
}
