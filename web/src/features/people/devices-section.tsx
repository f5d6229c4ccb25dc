import { t } from '@lingui/core/macro';
import type { Person } from '@lop-xanh/contract/people';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { askToConfirm } from '../../ui/dialogs.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { StudentCard } from '../cards/public.ts';
import { SessionList } from '../factors/public.ts';
import { useEndAllSessionsOf, useEndSessionOf } from './people.api.ts';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

const shownSessions = 4;

const isOwnPage = (sessions: Person['sessions']) => sessions.some(({ isCurrent }) => isCurrent);

/** Whether there is anything to show. */
export function hasDevices({ account, card, sessions }: Person): boolean {
  const { hasSecondFactor, can } = account;
  return card !== null || hasSecondFactor || can.resetPassword || isOwnPage(sessions);
}

/** How the person gets in: the card, the second factor, and the devices for whoever may end their sessions. */
export function DevicesSection({ person: { account, card, sessions } }: { person: Person }) {
  const { id, class_id, class_name, school_name, hasSecondFactor, can } = account;
  const [hasMore, setHasMore] = useState(false);
  const end = useEndSessionOf(id);
  const isOwn = isOwnPage(sessions);
  const count = sessions.length;
  return (
    <PersonSection
      title={card ? t`Thẻ và thiết bị` : t`Thiết bị`}
      action={
        isOwn ? (
          <Link to={paths.profile}>{t`Quản lý`}</Link>
        ) : (
          count > 0 && <EndAllButton account={account} />
        )
      }
    >
      {card && class_id !== null && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <StudentCard
            card={card}
            schoolClass={{ id: class_id, name: class_name ?? '' }}
            schoolName={school_name ?? ''}
          />
        </Suspense>
      )}
      {hasSecondFactor && (
        <SectionList>
          <SectionItem
            mark={<IconShieldCheck size={22} aria-hidden />}
            title={t`Xác thực hai bước đang bật`}
          />
        </SectionList>
      )}
      {count > 0 ? (
        <SessionList sessions={hasMore ? sessions : sessions.slice(0, shownSessions)} end={end} />
      ) : (
        can.resetPassword && <SectionEmpty text={t`Không đăng nhập trên máy nào`} />
      )}
      {!hasMore && count > shownSessions && (
        <Button variant="subtle" onClick={() => setHasMore(true)}>{t`Xem cả ${count} máy`}</Button>
      )}
    </PersonSection>
  );
}

function EndAllButton({ account: { id, full_name: name } }: Pick<Person, 'account'>) {
  const { mutate, isPending } = useEndAllSessionsOf(id);
  const endAll = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Đăng xuất khỏi mọi máy?`,
      message: t`${name} phải đăng nhập lại trên từng máy. Mật khẩu và thẻ vẫn giữ nguyên.`,
      confirmLabel: t`Đăng xuất`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    mutate(undefined, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã đăng xuất ${name} khỏi mọi máy` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) }),
    });
  };
  return (
    <Button variant="subtle" loading={isPending} onClick={() => void endAll()}>
      {t`Đăng xuất mọi máy`}
    </Button>
  );
}
