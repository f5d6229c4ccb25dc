import { t } from '@lingui/core/macro';
import { Leaf } from '../ui/leaf.tsx';

/** Shown until the user is known. */
export function Splash() {
  return (
    <div className="splash" role="status">
      <Leaf size={56} />
      <span>{t`Đang tải…`}</span>
    </div>
  );
}
