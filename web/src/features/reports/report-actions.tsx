import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useDownload } from '../../ui/use-download.ts';

interface Props {
  /** What the file is named after. */
  name: string;
  onDownload: (fileName: string) => Promise<void>;
}

export function ReportActions({ name, onDownload }: Props) {
  const { isLoading, save } = useDownload();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => window.print()}
      >
        {t`In`}
      </Button>
      <Button
        variant="default"
        loading={isLoading}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() => void save(() => onDownload(t`Báo cáo ${name}.xlsx`))}
      >
        {t`Tải .xlsx`}
      </Button>
    </>
  );
}
