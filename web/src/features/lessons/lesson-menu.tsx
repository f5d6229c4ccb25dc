import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { Menu } from '@mantine/core';
import { IconCopy, IconTableExport } from '@tabler/icons-react';
import { copyLessonPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import type { MenuTarget } from '../../ui/lazy-menu.tsx';
import { OpenMenu } from '../../ui/open-menu.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { downloadLessonTable } from './lessons.api.ts';

export function LessonMenu({ lesson, button }: { lesson: Lesson; button: MenuTarget }) {
  const { isLoading, save } = useDownload();
  return (
    <OpenMenu button={button}>
      <Menu.Item
        component={Link}
        to={copyLessonPath(lesson.id)}
        leftSection={<IconCopy size={20} aria-hidden />}
      >
        {t`Sao chép sang khối khác`}
      </Menu.Item>
      <Menu.Item
        disabled={isLoading}
        leftSection={<IconTableExport size={20} aria-hidden />}
        onClick={() => void save(() => downloadLessonTable(lesson))}
      >
        {t`Tải về tệp Excel`}
      </Menu.Item>
    </OpenMenu>
  );
}
