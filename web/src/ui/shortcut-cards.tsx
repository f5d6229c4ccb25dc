import { IconCamera, IconPlant2 } from '@tabler/icons-react';
import { paths } from '../lib/paths.ts';
import { LinkCard } from './link-card.tsx';

/** Links to two pages that are in no menu. */
export function ActivitiesCard() {
  return (
    <LinkCard
      to={paths.activities}
      icon={IconPlant2}
      title="Activities"
      text="Chủ đề và học cụ mỗi tuần"
    />
  );
}

export function ScanCard() {
  return (
    <LinkCard
      to={paths.scan}
      icon={IconCamera}
      title="Quét rác"
      text="Chụp để biết loại rác"
      tone="sun"
    />
  );
}
