import { t } from '@lingui/core/macro';
import { ActionIcon, FileButton, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { toast } from '../../ui/toast.ts';
import { useDownload } from '../../ui/use-download.ts';
import { KeepPhotosItem, ResetItem, UndoImportsItem } from './scanner-menu-items.tsx';
import { exportKinds, useImportKinds } from './teaching.api.ts';

const fileName = 'may-quet.json';

interface Props {
  /** Undefined for the user's own school. */
  schoolId: number | undefined;
  keepsPhotos: boolean;
  importedCount: number;
}

/** What concerns everything that a school taught. */
export function ScannerMenu({ schoolId, keepsPhotos, importedCount }: Props) {
  const { role } = useUser();
  const { save, isLoading } = useDownload();
  const { importFile, isImporting } = useImportFile();
  const resetFile = useRef<() => void>(null);
  const canKeepPhotos = role === 'Mod' || role === 'Admin';
  return (
    <FileButton
      accept=".json,application/json"
      resetRef={resetFile}
      onChange={(file) => {
        if (file) void importFile(file);
        // Lets the same file be picked again.
        resetFile.current?.();
      }}
    >
      {({ onClick: pickFile }) => (
        <MenuRoot position="bottom-end" radius="md">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size="2.75rem"
              loading={isLoading || isImporting}
              aria-label={t`Việc khác với máy quét`}
              title={t`Việc khác`}
            >
              <IconDotsVertical size={22} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconDownload size={20} aria-hidden />}
              onClick={() => void save(() => exportKinds(schoolId, fileName))}
            >
              {t`Xuất cho trường khác`}
            </Menu.Item>
            {role !== 'Admin' && (
              <Menu.Item leftSection={<IconUpload size={20} aria-hidden />} onClick={pickFile}>
                {t`Nhập từ trường khác…`}
              </Menu.Item>
            )}
            {importedCount > 0 && <UndoImportsItem schoolId={schoolId} count={importedCount} />}
            {canKeepPhotos && <KeepPhotosItem schoolId={schoolId} keepsPhotos={keepsPhotos} />}
            {role === 'Admin' && schoolId !== undefined && <ResetItem schoolId={schoolId} />}
          </Menu.Dropdown>
        </MenuRoot>
      )}
    </FileButton>
  );
}

function useImportFile() {
  const { mutateAsync: importKinds, isPending: isImporting } = useImportKinds();
  const importFile = async (file: File) => {
    try {
      const { kind_count: kinds, photo_count: photos } = await importKinds(
        parseFile(await file.text()),
      );
      toast({ kind: 'success', message: t`Đã nhập ${kinds} món với ${photos} ảnh đã dạy` });
    } catch (error) {
      const message =
        error instanceof SyntaxError
          ? t`Tệp này không phải là tệp xuất từ máy quét`
          : describeError(error, t`Chưa nhập được, hãy thử lại`);
      toast({ kind: 'error', message });
    }
  };
  return { importFile, isImporting };
}

function parseFile(text: string): unknown {
  return JSON.parse(text);
}
