import { t } from '@lingui/core/macro';
import type { Person } from '@lop-xanh/contract/people';
import { IconDeviceMobile, IconShieldCheck } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StudentCard } from '../cards/public.ts';
import { PersonSection, SectionItem, SectionList } from './person-section.tsx';

/** How the person gets in: the card, the second factor, and the devices if the page is the user's own. */
export function DevicesSection({ person: { account, card, sessions } }: { person: Person }) {
  const { class_id, class_name, school_name, hasSecondFactor } = account;
  if (!card && !hasSecondFactor && sessions.length === 0) return null;
  return (
    <PersonSection
      title={card ? t`Thẻ đăng nhập` : t`Thiết bị`}
      action={sessions.length > 0 && <Link to={paths.profile}>{t`Quản lý`}</Link>}
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
      <SectionList>
        {hasSecondFactor && (
          <SectionItem
            mark={<IconShieldCheck size={22} aria-hidden />}
            title={t`Xác thực hai bước đang bật`}
          />
        )}
        {sessions.map(({ id, device, usedAt, isCurrent }) => (
          <SectionItem
            key={id}
            mark={<IconDeviceMobile size={22} aria-hidden />}
            title={device || t`Thiết bị không rõ`}
            text={isCurrent ? t`Thiết bị này` : <DateTime instant={usedAt} />}
          />
        ))}
      </SectionList>
    </PersonSection>
  );
}
