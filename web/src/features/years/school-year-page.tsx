import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { combineQueries, Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { SchoolFilter, useSchool, WithSchool } from '../schools/public.ts';
import { DraftEditor } from './draft-editor.tsx';
import { FirstClasses } from './first-classes.tsx';
import { schoolYearsQuery } from './school-years.ts';
import { StartedYear } from './started-year.tsx';
import { draftQuery } from './years.api.ts';

/** Prepares a school's next year and starts it. */
export function SchoolYearPage() {
  const { school } = useSchool();
  return (
    <>
      {!school && <PageHeader title={t`Năm học`} />}
      <WithSchool>{(selected) => <Year key={selected.id} school={selected} />}</WithSchool>
    </>
  );
}

function Year({ school }: { school: School }) {
  const [isNextWanted, setIsNextWanted] = useState(false);
  const years = useQuery({ ...schoolYearsQuery(school.id), staleTime: 0 });
  const draft = useQuery(draftQuery(school.id));
  return (
    <>
      <SchoolFilter />
      <Loaded
        query={combineQueries(years, draft)}
        skeleton={
          <>
            <PageHeader title={t`Năm học`} />
            <PageSkeleton />
          </>
        }
        failedMessage={t`Không tải được năm học`}
        hasCard
      >
        {([[current], latest]) => {
          if (current && latest.school.classes.length === 0) {
            return <FirstClasses schoolId={school.id} schoolYear={current} />;
          }
          if (current?.can.undo && !isNextWanted) {
            const prepareNext = () => setIsNextWanted(true);
            return <StartedYear school={school} schoolYear={current} onPrepareNext={prepareNext} />;
          }
          return <DraftEditor key={latest.school.year} latest={latest} currentYear={current} />;
        }}
      </Loaded>
    </>
  );
}
