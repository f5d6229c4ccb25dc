import { messages } from '@lop-xanh/contract/messages';
import { IconCamera, IconPlant2 } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/visitor.ts';
import { BeingBuilt } from '../../ui/being-built.tsx';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';

export function ClassesPage() {
  const { role } = useUser();
  const hasActivities = role === 'Teacher' || role === 'Mod';
  return (
    <>
      <BeingBuilt title={messages.navigation.classes} />
      <LinkCards label="Lối tắt">
        {hasActivities && (
          <LinkCard
            to={paths.activities}
            icon={IconPlant2}
            title="Activities"
            text="Chủ đề và học cụ mỗi tuần"
          />
        )}
        <LinkCard
          to={paths.scan}
          icon={IconCamera}
          title="Quét rác"
          text="Chụp để biết loại rác"
          tone="sun"
        />
      </LinkCards>
    </>
  );
}
