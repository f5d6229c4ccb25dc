import { t } from '@lingui/core/macro';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { LinkCard } from '../../ui/link-card.tsx';
import { waitingQuery } from './teaching.api.ts';

/** For staff; a student finds the page in the scanner. */
export function TeachCard() {
  // An Admin has no school.
  const { data: count = 0 } = useQuery({ ...waitingQuery, enabled: useUser().role !== 'Admin' });
  const card = { to: paths.teach, icon: IconSparkles };
  if (count === 0) {
    return (
      <LinkCard {...card} title={t`Dạy máy quét`} text={t`Chụp ảnh để máy biết thêm món mới`} />
    );
  }
  return (
    <LinkCard
      {...card}
      tone="sun"
      title={t`Dạy máy quét (${count})`}
      text={t`${count} ảnh chờ duyệt`}
    />
  );
}
