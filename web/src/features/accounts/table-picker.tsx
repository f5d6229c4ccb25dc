import { t } from '@lingui/core/macro';
import { spreadsheetType } from '@lop-xanh/contract/rules/file-types';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button } from '@mantine/core';
import { IconDownload, IconTableImport } from '@tabler/icons-react';
import { DropZone } from '../../ui/drop-zone.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { downloadTemplate } from './account-tables.api.ts';
import classes from './import-dialog.module.css';

interface Props {
  file: File | undefined;
  isDisabled: boolean;
  onPick: (file: File) => void;
}

/** Also what an old Excel writes: a text in UTF-16 is read, and an .xls refused with what to do instead. */
const acceptedTypes = `.csv,.xlsx,.xls,.txt,.tsv,text/csv,text/plain,application/vnd.ms-excel,${spreadsheetType}`;

/** For a list of teachers. */
export function TablePicker({ file, isDisabled, onPick }: Props) {
  const { isLoading, save } = useDownload();
  return (
    <>
      <p className={classes.templates}>
        {t`Điền vào tệp mẫu:`}
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="light"
            leftSection={<IconDownload size={20} aria-hidden />}
            disabled={isLoading}
            onClick={() => void save(() => downloadTemplate('teachers', format))}
          >
            {format === 'xlsx' ? t`Mẫu Excel` : t`Mẫu CSV`}
          </Button>
        ))}
      </p>
      <TableDropZone file={file} isDisabled={isDisabled} onPick={onPick} />
    </>
  );
}

/** Takes one file with a table. */
export function TableDropZone({ file, isDisabled, onPick }: Props) {
  const maxRows = limits.maxTableRows.toLocaleString('vi');
  const maxMegabytes = limits.maxTableBytes / 1024 / 1024;
  return (
    <DropZone
      icon={IconTableImport}
      title={file ? file.name : t`Chọn tệp CSV hoặc Excel`}
      hint={t`Kéo thả vào đây hoặc bấm để chọn, nhiều nhất ${maxRows} dòng và ${maxMegabytes} MB`}
      accept={acceptedTypes}
      isDisabled={isDisabled}
      onFiles={([picked]) => picked && onPick(picked)}
    />
  );
}
