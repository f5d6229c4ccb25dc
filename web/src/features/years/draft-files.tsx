import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconTableExport, IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { toast } from '../../ui/toast.ts';
import { useDownload } from '../../ui/use-download.ts';
import type { DraftStore } from './draft-store.ts';
import { downloadDraft } from './years.api.ts';

const DraftImport = lazyComponent('draft-import', async () => {
  return (await import('./draft-import.tsx')).DraftImport;
});

interface Props {
  schoolId: number;
  year: number;
  store: DraftStore;
}

/** The draft as a spreadsheet, in both directions. */
export function DraftFiles({ schoolId, year, store }: Props) {
  const [isImporting, setIsImporting] = useState(false);
  const { isLoading, save } = useDownload();
  const exportDraft = async () => {
    const version = await store.flush();
    if (version !== undefined) await downloadDraft(schoolId, `nam-hoc-${year}.xlsx`);
    else toast({ kind: 'error', message: t`Bản nháp chưa lưu được, hãy thử lại.` });
  };
  return (
    <>
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          <Button
            variant="default"
            loading={isLoading}
            leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
          >
            {t`Xuất, nhập .xlsx`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTableExport size={20} aria-hidden />}
            onClick={() => void save(exportDraft)}
          >
            {t`Tải bản nháp về`}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTableImport size={20} aria-hidden />}
            onClick={() => setIsImporting(true)}
          >
            {t`Nhập từ tệp đã sửa`}
          </Menu.Item>
        </Menu.Dropdown>
      </MenuRoot>
      <Suspense>
        {isImporting && (
          <DraftImport schoolId={schoolId} store={store} onClose={() => setIsImporting(false)} />
        )}
      </Suspense>
    </>
  );
}
