import { t } from '@lingui/core/macro';
import { classes as classEndpoints } from '@lop-xanh/contract/classes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { request } from '../../lib/api.ts';
import { useUser } from '../../lib/current-user.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import classes from './cards-page.module.css';
import { ClassCardsPanel } from './class-cards-panel.tsx';

/** The classes whose cards the user manages: a teacher's own, or those of a school. */
const cardClassesQuery = (schoolId?: number) =>
  queryOptions({
    queryKey: ['classes', 'with cards', schoolId ?? 'own'],
    queryFn: () => request(classEndpoints.list, { query: { school_id: schoolId } }),
    select: (page) => page.classes,
    staleTime: 0,
  });

export function CardsPage() {
  const { role } = useUser();
  return (
    <>
      <PageHeader title={t`Thẻ đăng nhập`} />
      <p className={classes.intro}>
        {t`Học sinh quét mã trên thẻ rồi chọn ba hình bí mật, không cần gõ mật khẩu. Sai năm lần thì thẻ bị khóa.`}
      </p>
      {role === 'Teacher' ? (
        <CardClasses />
      ) : (
        <>
          <SchoolFilter />
          <WithSchool>{({ id }) => <CardClasses key={id} schoolId={id} />}</WithSchool>
        </>
      )}
    </>
  );
}

function CardClasses({ schoolId }: { schoolId?: number }) {
  return (
    <Loaded
      query={useQuery(cardClassesQuery(schoolId))}
      skeleton={<CardSkeleton lines={8} />}
      failedMessage={messages.classes.loadFailed}
      empty={
        <EmptyState
          picture={<SproutPicture />}
          title={schoolId ? t`Trường chưa có lớp nào` : t`Bạn chưa được phân công lớp`}
        />
      }
      hasCard
    >
      {(schoolClasses) => <ClassCardsPanel schoolClasses={schoolClasses} />}
    </Loaded>
  );
}
