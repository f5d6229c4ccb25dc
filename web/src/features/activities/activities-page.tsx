import { t } from '@lingui/core/macro';
import type { Grade } from '@lop-xanh/contract/classes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { useToday } from '../../lib/today.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { GradeSelect, WithGrade } from '../classes/public.ts';
import { type Activities, activitiesQuery } from './activities.api.ts';
import classes from './activities-page.module.css';
import { PrintSupplies } from './print-supplies.tsx';
import { ItemsCard, TopicCard } from './week-activity.tsx';
import { WeekList } from './week-list.tsx';

export function ActivitiesPage() {
  return (
    <>
      <PageHeader title={t`Activities`}>
        <GradeSelect />
      </PageHeader>
      <WithGrade
        skeleton={<CardSkeleton lines={6} />}
        failedMessage={(error) => getErrorText(error, messages.activities.dataFailed)}
        emptyTitle={t`Bạn chưa được phân công lớp`}
      >
        {(grade) => <GradeActivities key={grade.id} grade={grade} />}
      </WithGrade>
    </>
  );
}

function GradeActivities({ grade }: { grade: Grade }) {
  return (
    <Loaded
      query={useQuery(activitiesQuery(grade.id, useUser(), useToday()))}
      skeleton={<CardSkeleton lines={8} />}
      failedMessage={(error) => getErrorText(error, messages.activities.loadFailed)}
      hasCard
    >
      {(activities) => <GradeWeeks grade={grade} {...activities} />}
    </Loaded>
  );
}

function GradeWeeks({ grade, weeks, current }: { grade: Grade } & Activities) {
  const gradeName = translateGrade(grade.name);
  const [selectedWeek, selectWeek] = useState<number>();
  // The selected week may have been hidden since.
  const week =
    weeks.find(({ week }) => week === selectedWeek) ?? weeks.find(({ week }) => week === current);
  if (!week) {
    return (
      <Card>
        <EmptyState
          picture={<SproutPicture />}
          title={t`Chưa có hoạt động`}
          text={t`${gradeName} chưa có tuần học nào.`}
        />
      </Card>
    );
  }
  return (
    <div className={classes.page}>
      <WeekList weeks={weeks} selected={week.week} onSelect={selectWeek} />
      <div className={classes.week} aria-live="polite">
        <TopicCard week={week} />
        <ItemsCard week={week} />
      </div>
      <PrintSupplies key={week.week} grade={grade} weeks={weeks} week={week.week} />
    </div>
  );
}

function getErrorText(error: unknown, fallback: string): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 401) return messages.activities.loginNeeded;
  if (status === 403) return messages.activities.teachersOnly;
  return fallback;
}
