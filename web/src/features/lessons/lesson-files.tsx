import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconTableExport, IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import type { LessonDraft } from './lesson-draft.ts';
import { downloadLessonTable } from './lessons.api.ts';

const LessonImport = lazyComponent('lesson-import', async () => {
  return (await import('./lesson-import.tsx')).LessonImport;
});

interface Props {
  /** As the server has it, which is what the file has; a new lesson has no file. */
  lesson: Lesson | undefined;
  draft: LessonDraft;
  onImport: (imported: LessonDraft) => void;
}

/** The lesson as a spreadsheet, in both directions. */
export function LessonFiles({ lesson, draft, onImport }: Props) {
  const [isImporting, setIsImporting] = useState(false);
  const { isLoading, save } = useDownload();
  return (
    <>
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          {useIsMobile() ? (
            <ActionIcon variant="subtle" loading={isLoading} aria-label={t`Xuất, nhập .xlsx`}>
              <IconFileSpreadsheet size={24} />
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              loading={isLoading}
              leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
            >
              {t`Xuất, nhập .xlsx`}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {lesson && (
            <Menu.Item
              leftSection={<IconTableExport size={20} aria-hidden />}
              onClick={() => void save(() => downloadLessonTable(lesson))}
            >
              {t`Tải về bản đã lưu`}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTableImport size={20} aria-hidden />}
            onClick={() => setIsImporting(true)}
          >
            {t`Nhập các tuần từ tệp`}
          </Menu.Item>
        </Menu.Dropdown>
      </MenuRoot>
      <Suspense>
        {isImporting && (
          <LessonImport draft={draft} onImport={onImport} onClose={() => setIsImporting(false)} />
        )}
      </Suspense>
    </>
  );
}
