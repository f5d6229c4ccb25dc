import { t } from '@lingui/core/macro';
import type { AccountTableKind } from '@lop-xanh/contract/account-tables';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconTableExport, IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { downloadTable } from './account-tables.api.ts';

const ImportDialog = lazyComponent('import-dialog', async () => {
  return (await import('./import-dialog.tsx')).ImportDialog;
});

const importButton = {
  variant: 'default',
  leftSection: <IconTableImport size={20} aria-hidden />,
};

interface Props {
  school: School;
  kind: AccountTableKind;
}

/** Imports and exports a school's students or teachers as a table. */
export function ImportExportButtons({ school, kind }: Props) {
  const [isImporting, setIsImporting] = useState(false);
  const { isLoading, save } = useDownload();
  const scope = { kind, schoolId: school.id };
  return (
    <>
      {kind === 'students' ? (
        <Button
          {...importButton}
          component={Link}
          to={`${paths.studentImport}?school=${school.id}`}
        >
          {t`Nhập`}
        </Button>
      ) : (
        <Button {...importButton} onClick={() => setIsImporting(true)}>
          {t`Nhập`}
        </Button>
      )}
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          <Button
            variant="default"
            loading={isLoading}
            leftSection={<IconTableExport size={20} aria-hidden />}
          >
            {t`Xuất`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
              onClick={() => void save(() => downloadTable(scope, format))}
            >
              {format === 'xlsx' ? 'Excel (.xlsx)' : 'CSV (.csv)'}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </MenuRoot>
      <Suspense>
        {isImporting && <ImportDialog school={school} onClose={() => setIsImporting(false)} />}
      </Suspense>
    </>
  );
}
