import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconUserShare } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { SubstituteDialog } from './lazy-substitute-dialog.ts';

/** Further actions on a class, for its Mods and Admins. */
export function ClassMenu({ schoolClass }: { schoolClass: SchoolClass }) {
  const { id, name, school_id } = schoolClass;
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Menu position="bottom-end" radius="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            aria-label={t`Việc khác với lớp ${name}`}
            title={t`Việc khác`}
          >
            <IconDotsVertical size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUserShare size={20} aria-hidden />}
            onClick={() => setIsDialogOpen(true)}
          >
            {t`Giáo viên dạy thay…`}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isDialogOpen && (
          <SubstituteDialog
            target={{ schoolId: school_id, classId: id, className: name }}
            onClose={() => setIsDialogOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
