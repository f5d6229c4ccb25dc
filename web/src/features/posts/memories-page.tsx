import { t } from '@lingui/core/macro';
import type { FormerClass } from '@lop-xanh/contract/memories';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { memoriesQuery } from './memories.api.ts';
import classes from './memories-page.module.css';
import { MemoriesSkeleton } from './memories-skeleton.tsx';
import { MemoryClass } from './memory-class.tsx';
import { postKeys } from './posts.cache.ts';

/** The posts of former classes, by school year. */
export function MemoriesPage() {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <ActionIcon variant="subtle" aria-label={t`Quay lại`} onClick={useGoBack()}>
          <IconArrowLeft size={22} />
        </ActionIcon>
        <PageHeader title={t`Kỷ niệm`} />
      </div>
      <Loaded
        query={useQuery(memoriesQuery)}
        skeleton={<MemoriesSkeleton />}
        failedMessage={t`Không tải được kỷ niệm`}
        empty={<NoMemories />}
        hasCard
        hasRefetchToast
      >
        {(formerClasses) => <Memories formerClasses={formerClasses} />}
      </Loaded>
    </div>
  );
}

function NoMemories() {
  const { role } = useUser();
  return (
    <EmptyState
      picture={<SproutPicture />}
      title={t`Chưa có kỷ niệm nào`}
      text={
        role === 'Student'
          ? t`Khi em lên lớp mới, ảnh và bài viết của lớp cũ sẽ ở đây.`
          : t`Khi con lên lớp mới, ảnh và bài viết của lớp cũ sẽ ở đây.`
      }
    />
  );
}

/** From the chosen year back to the first one. */
function Memories({ formerClasses }: { formerClasses: readonly FormerClass[] }) {
  const { params, choose } = useUrlParams();
  const years = [...new Set(formerClasses.map(({ school_year }) => school_year))];
  const [newestYear = 0] = years;
  const chosenYear = years.find((year) => String(year) === params.get('year')) ?? newestYear;
  return (
    <>
      {years.length > 1 && (
        <div className={classes.years} role="group" aria-label={t`Năm học`}>
          {years.map((year) => (
            <button
              key={year}
              type="button"
              className={classes.year}
              aria-pressed={year === chosenYear}
              onClick={() => choose({ year: year === newestYear ? null : year })}
            >
              {formatSchoolYear(year)}
            </button>
          ))}
        </div>
      )}
      <ClassesInTurn
        key={chosenYear}
        formerClasses={formerClasses.filter(({ school_year }) => school_year <= chosenYear)}
      />
    </>
  );
}

/** Shows a class after the user has scrolled through the one before, or if it was shown before. */
function ClassesInTurn({ formerClasses }: { formerClasses: readonly FormerClass[] }) {
  const client = useQueryClient();
  const [shownCount, setShownCount] = useState(() => {
    const isLoaded = ({ class_id }: FormerClass) =>
      client.getQueryData(postKeys.ofClass(class_id)) !== undefined;
    const firstNewIndex = formerClasses.findIndex((formerClass) => !isLoaded(formerClass));
    return Math.max(1, firstNewIndex === -1 ? formerClasses.length : firstNewIndex);
  });
  const showNext = useCallback(() => setShownCount((count) => count + 1), []);
  return formerClasses
    .slice(0, shownCount)
    .map((formerClass, index) => (
      <MemoryClass
        key={`${formerClass.student_id} ${formerClass.class_id}`}
        formerClass={formerClass}
        isLaughing={index % 2 === 1}
        onEndNear={index === shownCount - 1 ? showNext : undefined}
      />
    ));
}
