import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDownload } from '../../ui/use-download.ts';
import { downloadCopy } from './privacy.api.ts';

/** Downloads everything about the person as an archive. */
export function CopyButton({ request }: { request: DataRequest }) {
  const { isLoading, save } = useDownload();
  return (
    <Button
      variant="light"
      loading={isLoading}
      leftSection={<IconDownload size={20} aria-hidden />}
      onClick={() => void save(() => downloadCopy(request))}
    >
      {t`Tải bản sao`}
    </Button>
  );
}
