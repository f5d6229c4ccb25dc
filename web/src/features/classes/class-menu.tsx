import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconId,
  IconMail,
  IconMessageCog,
  IconPhotoCheck,
  IconReportAnalytics,
  IconUserShare,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { classReportPath, paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { ClassConsentDialog } from '../consent/public.ts';
import { ClassLettersDialog } from '../families/public.ts';
import { ClassCommentsDialog } from '../moderation/public.ts';
import { SubstituteDialog } from './lazy-substitute-dialog.ts';

const managerRoles: readonly Role[] = ['Mod', 'Admin'];

type DialogName = 'substitute' | 'comments' | 'consent' | 'letters';

/** Further actions on a class, for its teacher, and for Mods and Admins. */
export function ClassMenu({ schoolClass }: { schoolClass: SchoolClass }) {
  const { id, name, school_id } = schoolClass;
  const isManager = managerRoles.includes(useUser().role);
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <MenuRoot position="bottom-end" radius="md">
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
          {isManager ? (
            <Menu.Item
              leftSection={<IconUserShare size={20} aria-hidden />}
              onClick={() => setOpenDialog('substitute')}
            >
              {t`Giáo viên dạy thay…`}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconMessageCog size={20} aria-hidden />}
              onClick={() => setOpenDialog('comments')}
            >
              {t`Cài đặt bình luận…`}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPhotoCheck size={20} aria-hidden />}
            onClick={() => setOpenDialog('consent')}
          >
            {t`Đồng ý đăng ảnh…`}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`${paths.cards}?class=${id}&school=${school_id}`}
            leftSection={<IconId size={20} aria-hidden />}
          >
            {t`Thẻ đăng nhập`}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={classReportPath(id)}
            leftSection={<IconReportAnalytics size={20} aria-hidden />}
          >
            {t`Báo cáo lớp`}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMail size={20} aria-hidden />}
            onClick={() => setOpenDialog('letters')}
          >
            {t`Thư cho phụ huynh…`}
          </Menu.Item>
        </Menu.Dropdown>
      </MenuRoot>
      <Suspense>
        {openDialog === 'substitute' && (
          <SubstituteDialog
            target={{ schoolId: school_id, classId: id, className: name }}
            onClose={close}
          />
        )}
        {openDialog === 'comments' && (
          <ClassCommentsDialog classId={id} className={name} onClose={close} />
        )}
        {openDialog === 'consent' && (
          <ClassConsentDialog classId={id} className={name} onClose={close} />
        )}
        {openDialog === 'letters' && (
          <ClassLettersDialog classId={id} className={name} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
