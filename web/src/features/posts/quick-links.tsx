import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';
import { ActivitiesCard, ScanCard } from '../../ui/shortcut-cards.tsx';

export function QuickLinks({ role }: { role: Role }) {
  const hasActivities = role === 'Teacher' || role === 'Mod';
  return (
    <LinkCards label="Lối tắt">
      <LinkCard
        to={paths.lessons}
        icon={IconBook2}
        title={messages.navigation.lessons}
        text="Bài giảng theo tuần"
        tone="leaf"
      />
      <ScanCard />
      {hasActivities && <ActivitiesCard />}
      <LinkCard
        to={paths.classes}
        icon={IconUsers}
        title={messages.navigation.classes}
        text="Lớp học và điểm danh"
      />
    </LinkCards>
  );
}
