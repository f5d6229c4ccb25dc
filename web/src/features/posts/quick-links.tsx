import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { IconBook2, IconCamera, IconPlant2, IconUsers } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';

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
      <LinkCard
        to={paths.scan}
        icon={IconCamera}
        title="Quét rác"
        text="Chụp để biết loại rác"
        tone="sun"
      />
      {hasActivities && (
        <LinkCard
          to={paths.activities}
          icon={IconPlant2}
          title="Activities"
          text="Chủ đề và học cụ mỗi tuần"
        />
      )}
      <LinkCard
        to={paths.classes}
        icon={IconUsers}
        title={messages.navigation.classes}
        text="Lớp học và điểm danh"
      />
    </LinkCards>
  );
}
