import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { isStaff, type Role } from '@lop-xanh/contract/rules/roles';
import { keepPreviousData, type Query, useIsFetching, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { messages } from '../../language/messages.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { FullScreenSkeleton } from '../../ui/full-screen-skeleton.tsx';
import { LinkCards } from '../../ui/link-card.tsx';
import { holdBack, Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { ActivitiesCard, activityRoles } from '../activities/public.ts';
import {
  ClassAttendance,
  ClassRoll,
  ClassWeeks,
  useIsRoll,
  YearsWithoutClass,
} from '../attendance/public.ts';
import { ClassAvatars } from '../avatars/public.ts';
import { CardsCard, cardRoles } from '../cards/public.ts';
import { StudentReport } from '../history/public.ts';
import { ScanCard } from '../scan/public.ts';
import { TeachCard } from '../teaching/public.ts';
import {
  SchoolYearOver,
  SchoolYearSelect,
  schoolYearsQuery,
  useChosenYear,
} from '../years/public.ts';
import { ClassCard } from './class-card.tsx';
import { ClassChooser } from './class-chooser.tsx';
import { ClassList } from './class-list.tsx';
import { useChosenClasses } from './classes.api.ts';
import classes from './classes-page.module.css';
import { DelayedLogins } from './delayed-logins.tsx';

export function ClassesPage() {
  const { params, choose } = useUrlParams();
  const studentId = Number(params.get('student'));
  if (params.get('view') === 'report' && studentId > 0) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <StudentReport
          id={studentId}
          backLabel={messages.navigation.classes}
          onClose={() => choose({ view: 'students', student: null, year: null })}
        />
      </Suspense>
    );
  }
  return <ClassesOfYear />;
}

function ClassesOfYear() {
  const { role, school_id, class_id } = useUser();
  const { params } = useUrlParams();
  const list = useChosenClasses();
  const childClassId = useChildClassId(Number(params.get('child')));
  const chosen =
    list.data?.find(({ id }) => String(id) === params.get('class')) ??
    list.data?.find(({ id }) => id === childClassId) ??
    list.data?.find(({ id }) => id === class_id) ??
    list.data?.[0];
  const schoolYears = useQuery({
    ...schoolYearsQuery(role === 'Admin' ? chosen?.school_id : school_id),
    placeholderData: keepPreviousData,
  });
  // Students and parents choose the year of their own attendance instead.
  const yearSelect = isStaff(role) && (
    <SchoolYearSelect schoolYears={schoolYears.data} resetParams={{ class: null, week: null }} />
  );
  const isLoading = useIsFetching({ queryKey: ['classes'], predicate: isFirstFetch }) > 0;
  const isRoll = useIsRoll();
  if (isRoll && chosen) return <ClassRoll schoolClass={chosen} />;
  if (isRoll && list.isLoading) return <FullScreenSkeleton />;
  return (
    <>
      <PageHeader title={messages.navigation.classes} isHidden />
      <SchoolYearOver />
      <Loaded
        query={holdBack(list, schoolYears.isLoading)}
        skeleton={<PageSkeleton />}
        failedMessage={getFailedMessage}
        empty={<NoClasses>{yearSelect}</NoClasses>}
        hasCard
        hasRefetchToast
      >
        {(schoolClasses) =>
          chosen && (
            <MyClasses schoolClasses={schoolClasses} chosen={chosen} yearSelect={yearSelect} />
          )
        }
      </Loaded>
      {!isStaff(role) && <YearsWithoutClass />}
      {/* Only below the class and its sheet, which would push them away. */}
      {!schoolYears.isLoading && !isLoading && <Shortcuts role={role} />}
    </>
  );
}

function isFirstFetch({ state }: Query): boolean {
  return state.data === undefined;
}

/** The class of a parent's child that a notification is about. */
function useChildClassId(childId: number): number | null | undefined {
  const { data: children } = useQuery({ ...childrenQuery, enabled: childId > 0 });
  return children?.find(({ id }) => id === childId)?.class_id;
}

interface MyClassesProps {
  schoolClasses: readonly SchoolClass[];
  chosen: SchoolClass;
  yearSelect: ReactNode;
}

function MyClasses({ schoolClasses, chosen, yearSelect }: MyClassesProps) {
  const { role, school_year } = useUser();
  const isCurrent = chosen.school_year === school_year;
  const hasList = role !== 'Mod' && (role !== 'Teacher' || schoolClasses.length > 1);
  return (
    <div className={classes.page}>
      <div className={classes.aside}>
        {yearSelect}
        {role === 'Mod' && <ClassChooser schoolClasses={schoolClasses} chosen={chosen} />}
        {hasList && <ClassList schoolClasses={schoolClasses} chosen={chosen} />}
        <ClassWeeks schoolClass={chosen} />
      </div>
      <div className={classes.content}>
        <ClassCard schoolClass={chosen} isForMod={role === 'Mod'} />
        {role === 'Teacher' && isCurrent && <DelayedLogins schoolClass={chosen} />}
        {(role === 'Teacher' || role === 'Mod') && isCurrent && (
          <Suspense>
            <ClassAvatars classId={chosen.id} />
          </Suspense>
        )}
        <ClassAttendance schoolClass={chosen} />
      </div>
    </div>
  );
}

/** Its child selects another year. */
function NoClasses({ children }: { children: ReactNode }) {
  const { role } = useUser();
  const chosenYear = useChosenYear();
  const label = chosenYear && getSchoolYearLabel(chosenYear);
  const state =
    label && isStaff(role) ? { title: t`${label} không có lớp nào` } : getEmptyState(role);
  return (
    <EmptyState picture={<SproutPicture />} {...state}>
      {children}
    </EmptyState>
  );
}

function getFailedMessage(error: unknown): string {
  const isLoggedOut = error instanceof ApiError && error.status === 401;
  return isLoggedOut ? messages.session.needed : describeError(error, messages.classes.loadFailed);
}

function getEmptyState(role: Role): { title: string; text?: string } {
  switch (role) {
    case 'Teacher':
      return {
        title: t`Bạn chưa được phân công lớp`,
        text: t`Khi nhà trường giao lớp, danh sách tuần và sổ điểm danh sẽ ở đây.`,
      };
    case 'Student':
      return { title: t`Em chưa được xếp lớp`, text: t`Hãy hỏi thầy cô hoặc nhà trường nhé.` };
    case 'Parent':
      return { title: t`Các con chưa được xếp lớp`, text: t`Nhà trường sẽ xếp lớp cho các con.` };
    case 'Mod':
      return { title: t`Trường chưa có lớp nào` };
    case 'Admin':
      return { title: t`Chưa có lớp nào` };
  }
}

function Shortcuts({ role }: { role: Role }) {
  return (
    <LinkCards label={t`Lối tắt`}>
      {activityRoles.includes(role) && <ActivitiesCard />}
      {cardRoles.includes(role) && <CardsCard />}
      <ScanCard />
      {isStaff(role) && <TeachCard />}
    </LinkCards>
  );
}
