import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

export function ReloadButton({ reload }: { reload: () => void }) {
  return (
    <Button onClick={reload} leftSection={<IconRefresh size={20} aria-hidden />}>
      {t`Tải lại trang`}
    </Button>
  );
}
