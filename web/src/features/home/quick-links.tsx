import { t } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';
import { ActivitiesCard, activityRoles } from '../activities/public.ts';
import { ScanCard } from '../scan/public.ts';

/** For staff: the others have larger ones. */
export function QuickLinks({ role }: { role: Role }) {
  return (
    <LinkCards label={t`Lối tắt`}>
      <LinkCard
        to={paths.lessons}
        icon={IconBook2}
        title={messages.navigation.lessons}
        text={t`Bài giảng theo tuần`}
        tone="leaf"
      />
      <ScanCard />
      {activityRoles.includes(role) && <ActivitiesCard />}
      <LinkCard
        to={paths.classes}
        icon={IconUsers}
        title={messages.navigation.classes}
        text={t`Lớp học và điểm danh`}
      />
    </LinkCards>
  );
}
