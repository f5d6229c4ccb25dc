import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { LinkCards } from '../../ui/link-card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { ActivitiesCard, activityRoles } from '../activities/public.ts';
import { ClassAttendance, ClassWeeks } from '../attendance/public.ts';
import { ScanCard } from '../scan/public.ts';
import { SchoolYearOver } from '../years/public.ts';
import { ClassCard } from './class-card.tsx';
import { ClassChooser } from './class-chooser.tsx';
import { ClassList } from './class-list.tsx';
import { classesQuery } from './classes.api.ts';
import classes from './classes-page.module.css';
import { DelayedLogins } from './delayed-logins.tsx';

export function ClassesPage() {
  const { role } = useUser();
  return (
    <>
      <PageHeader title={messages.navigation.classes} isHidden />
      <SchoolYearOver />
      <Loaded
        query={useInfiniteQuery(classesQuery)}
        skeleton={<PageSkeleton />}
        failedMessage={getFailedMessage}
        empty={<EmptyState picture={<SproutPicture />} {...getEmptyState(role)} />}
        hasCard
        hasRefetchToast
      >
        {(schoolClasses) => <MyClasses schoolClasses={schoolClasses} />}
      </Loaded>
      <Shortcuts role={role} />
    </>
  );
}

function MyClasses({ schoolClasses }: { schoolClasses: readonly SchoolClass[] }) {
  const { role } = useUser();
  const { params } = useUrlParams();
  const chosen =
    schoolClasses.find(({ id }) => String(id) === params.get('class')) ?? schoolClasses[0];
  if (!chosen) return null;
  return (
    <div className={classes.page}>
      <div className={classes.aside}>
        {role === 'Mod' && <ClassChooser schoolClasses={schoolClasses} chosen={chosen} />}
        {role !== 'Mod' && role !== 'Teacher' && (
          <ClassList schoolClasses={schoolClasses} chosen={chosen} />
        )}
        <ClassWeeks schoolClass={chosen} />
      </div>
      <div className={classes.content}>
        <ClassCard schoolClass={chosen} isForMod={role === 'Mod'} />
        {role === 'Teacher' && <DelayedLogins schoolClass={chosen} />}
        <ClassAttendance schoolClass={chosen} />
      </div>
    </div>
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
      <ScanCard />
    </LinkCards>
  );
}
