import { t } from '@lingui/core/macro';
import { IconCamera } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { LinkCard } from '../../ui/link-card.tsx';

/** The link to the scanner, which is in no menu. */
export function ScanCard() {
  return (
    <LinkCard
      to={paths.scan}
      icon={IconCamera}
      title={t`Quét rác`}
      text={t`Chụp để biết loại rác`}
      tone="sun"
    />
  );
}
