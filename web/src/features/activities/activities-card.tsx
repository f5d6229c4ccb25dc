import { t } from '@lingui/core/macro';
import { IconPlant2 } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { LinkCard } from '../../ui/link-card.tsx';

/** The link to the activities, which are in no menu. */
export function ActivitiesCard() {
  return (
    <LinkCard
      to={paths.activities}
      icon={IconPlant2}
      title={t`Activities`}
      text={t`Chủ đề và học cụ mỗi tuần`}
    />
  );
}
