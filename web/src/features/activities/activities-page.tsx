import type { Grade } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { useGrade } from '../../lib/grade.ts';
import { Card } from '../../ui/card.tsx';
import { GradeSelect } from '../../ui/grade-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { activitiesQuery } from './activities.api.ts';
import classes from './activities-page.module.css';
import { PrintSupplies } from './print-supplies.tsx';
import { ItemsCard, TopicCard } from './week-activity.tsx';
import { WeekList } from './week-list.tsx';

export function ActivitiesPage() {
  const { grades, grade, choose, error, retry } = useGrade();
  return (
    <>
      <PageHeader title="Activities">
        {grades && grade && <GradeSelect grades={grades} grade={grade} onChoose={choose} />}
      </PageHeader>
      {grade ? (
        <GradeActivities key={grade.id} grade={grade} />
      ) : (
        <Card>
          {grades && <EmptyState picture={<SproutPicture />} title="Bạn chưa được phân công lớp" />}
          {!grades && !error && <Skeleton lines={6} />}
          {!grades && error && (
            <ErrorState
              message={getErrorText(error, messages.activities.dataFailed)}
              retry={retry}
            />
          )}
        </Card>
      )}
    </>
  );
}

function GradeActivities({ grade }: { grade: Grade }) {
  const { data, error, isPending, refetch } = useQuery(activitiesQuery(grade.id, useUser().role));
  const [selectedWeek, selectWeek] = useState<number>();
  if (!data) {
    return (
      <Card>
        {isPending ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState
            message={getErrorText(error, messages.activities.loadFailed)}
            retry={() => void refetch()}
          />
        )}
      </Card>
    );
  }
  // The selected week may have been hidden since.
  const week =
    data.weeks.find(({ week }) => week === selectedWeek) ??
    data.weeks.find(({ week }) => week === data.current);
  if (!week) {
    return (
      <Card>
        <EmptyState
          picture={<SproutPicture />}
          title="Chưa có hoạt động"
          text={`${grade.name} chưa có tuần học nào.`}
        />
      </Card>
    );
  }
  return (
    <div className={classes.page}>
      <WeekList weeks={data.weeks} selected={week.week} onSelect={selectWeek} />
      <div className={classes.week} aria-live="polite">
        <TopicCard week={week} />
        <ItemsCard week={week} />
      </div>
      <PrintSupplies key={week.week} grade={grade} weeks={data.weeks} week={week.week} />
    </div>
  );
}

function getErrorText(error: unknown, fallback: string): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 401) return messages.activities.loginNeeded;
  if (status === 403) return messages.activities.teachersOnly;
  return fallback;
}
