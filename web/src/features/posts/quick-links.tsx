import { t } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';
import { ActivitiesCard, activityRoles } from '../activities/public.ts';
import { ScanCard } from '../scan/public.ts';
import { memoriesQuery } from './memories.api.ts';
import { MemoriesCard } from './memories-card.tsx';
import { memoryRoles } from './memory-roles.ts';

export function QuickLinks({ role }: { role: Role }) {
  const { data: formerClasses = [] } = useQuery({
    ...memoriesQuery,
    enabled: memoryRoles.includes(role),
  });
  const hasMemories = formerClasses.length > 0;
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
      {hasMemories && <MemoriesCard />}
    </LinkCards>
  );
}
