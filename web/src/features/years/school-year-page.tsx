import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import { combineQueries, Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { SchoolFilter, useSchool, WithSchool } from '../schools/public.ts';
import { DraftEditor } from './draft-editor.tsx';
import { FirstClasses } from './first-classes.tsx';
import { SchoolChoice } from './school-choice.tsx';
import { schoolYearsQuery } from './school-years.ts';
import { StartedYear } from './started-year.tsx';
import { draftQuery } from './years.api.ts';

/** Prepares a school's next year and starts it. */
export function SchoolYearPage() {
  const { schools = [] } = useSchool();
  const { params } = useUrlParams();
  // Nothing is prepared for a school that an Admin has not chosen.
  const hasChoice = schools.length > 1 && !params.has('school');
  return (
    <>
      {(schools.length === 0 || hasChoice) && <PageHeader title={t`Năm học`} />}
      {hasChoice ? (
        <SchoolChoice schools={schools} />
      ) : (
        <WithSchool>{(school) => <Year key={school.id} school={school} />}</WithSchool>
      )}
    </>
  );
}

function Year({ school }: { school: School }) {
  const years = useQuery({ ...schoolYearsQuery(school.id), staleTime: 0 });
  const draft = useQuery(draftQuery(school.id));
  const current = years.data?.[0];
  /** The year after which the next one is prepared, even though its start can still be undone. */
  const [finishedYear, setFinishedYear] = useState<number>();
  // Somebody has started or undone a year, and only one of the two is known yet.
  const isOutOfStep = current && draft.data && draft.data.school.year !== current.year + 1;
  const { refetch } = years;
  useEffect(() => {
    if (isOutOfStep) void refetch();
  }, [isOutOfStep, refetch]);
  const skeleton = (
    <>
      <PageHeader title={t`Năm học`} />
      <PageSkeleton />
    </>
  );
  return (
    <>
      <SchoolFilter />
      <Loaded
        query={combineQueries(years, draft)}
        skeleton={skeleton}
        failedMessage={t`Không tải được năm học`}
        hasCard
      >
        {([[year], latest]) => {
          if (!year || isOutOfStep) return skeleton;
          if (latest.school.classes.length === 0) {
            return <FirstClasses schoolId={school.id} schoolYear={year} />;
          }
          if (year.can.undo && finishedYear !== year.year) {
            const prepareNext = () => setFinishedYear(year.year);
            return <StartedYear school={school} schoolYear={year} onPrepareNext={prepareNext} />;
          }
          return <DraftEditor key={latest.school.year} latest={latest} currentYear={year} />;
        }}
      </Loaded>
    </>
  );
}
