import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { Leaf } from '../ui/leaf.tsx';

/** Shown until the user is known. */
export function Splash() {
  return (
    <div className="splash" role="status">
      <Leaf size={56} />
      <VisuallyHidden>{t`Đang tải…`}</VisuallyHidden>
    </div>
  );
}
