import { t } from '@lingui/core/macro';
import { IconPhotoHeart } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { LinkCard } from '../../ui/link-card.tsx';

export function MemoriesCard() {
  return (
    <LinkCard
      to={paths.memories}
      icon={IconPhotoHeart}
      title={t`Kỷ niệm`}
      text={t`Ảnh và bài viết của các lớp trước`}
    />
  );
}
