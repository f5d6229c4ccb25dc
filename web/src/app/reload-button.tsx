import { t } from '@lingui/core/macro';
import { IconRefresh } from '@tabler/icons-react';
import { PlainButton } from '../ui/plain-button.tsx';

export function ReloadButton({ reload }: { reload: () => void }) {
  return (
    <PlainButton onClick={reload} icon={<IconRefresh size={20} aria-hidden />}>
      {t`Tải lại trang`}
    </PlainButton>
  );
}
