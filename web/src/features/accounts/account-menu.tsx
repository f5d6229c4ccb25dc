import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDoorEnter,
  IconDoorExit,
  IconDotsVertical,
  IconLink,
  IconLockOpen,
  IconPhotoCheck,
  IconShieldOff,
  IconUserShare,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { SubstituteDialog } from '../classes/public.ts';
import { ConsentDialog } from '../consent/public.ts';
import { FamilyDialog, LinkParentDialog } from '../families/public.ts';
import { DepartureDialog } from './lazy-departure-dialog.ts';
import { useResetFactors } from './use-reset-factors.ts';
import { useUnlock } from './use-unlock.ts';

interface Props {
  account: Account;
  /** More items at the top. */
  children?: ReactNode;
  /** At the end, after a line: what is hard to take back. */
  dangerItems?: ReactNode;
}

/** Rarely needed actions. */
export function AccountMenu({ account, children, dangerItems }: Props) {
  const { full_name, school_id, role, status, can } = account;
  const { unlock, isUnlocking } = useUnlock();
  const { resetFactors, isResetting } = useResetFactors();
  const [isDepartureOpen, setIsDepartureOpen] = useState(false);
  const [isConsentOpen, setIsConsentOpen] = useState(false);
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const [isFamilyOpen, setIsFamilyOpen] = useState(false);
  const [isSubstituteOpen, setIsSubstituteOpen] = useState(false);
  const canUnlock = can.unlock && account.isLoginSlowed;
  const canResetFactors = can.resetPassword && account.hasSecondFactor;
  const canSubstitute = role === 'Teacher' && status === 'active' && school_id !== null && can.edit;
  const isStudent = role === 'Student';
  const isParent = role === 'Parent';
  const hasOwnItems = canUnlock || canResetFactors || canSubstitute || isStudent || isParent;
  if (!hasOwnItems && !children && !dangerItems) return null;
  return (
    <>
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            aria-label={t`Việc khác với ${full_name}`}
            title={t`Việc khác`}
            loading={isUnlocking || isResetting}
          >
            <IconDotsVertical size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          {canUnlock && (
            <Menu.Item
              leftSection={<IconLockOpen size={20} aria-hidden />}
              onClick={() => unlock(account)}
            >
              {t`Mở khóa đăng nhập`}
            </Menu.Item>
          )}
          {canResetFactors && (
            <Menu.Item
              leftSection={<IconShieldOff size={20} aria-hidden />}
              onClick={() => void resetFactors(account)}
            >
              {t`Bỏ xác thực hai bước…`}
            </Menu.Item>
          )}
          {canSubstitute && (
            <Menu.Item
              leftSection={<IconUserShare size={20} aria-hidden />}
              onClick={() => setIsSubstituteOpen(true)}
            >
              {t`Dạy thay…`}
            </Menu.Item>
          )}
          {can.addParent && (
            <Menu.Item
              leftSection={<IconLink size={20} aria-hidden />}
              onClick={() => setIsLinkOpen(true)}
            >
              {t`Liên kết phụ huynh…`}
            </Menu.Item>
          )}
          {isParent && (
            <Menu.Item
              leftSection={<IconLink size={20} aria-hidden />}
              onClick={() => setIsFamilyOpen(true)}
            >
              {t`Liên kết với con…`}
            </Menu.Item>
          )}
          {isStudent && (
            <Menu.Item
              leftSection={<IconPhotoCheck size={20} aria-hidden />}
              onClick={() => setIsConsentOpen(true)}
            >
              {t`Đồng ý đăng ảnh…`}
            </Menu.Item>
          )}
          {can.leave && (
            <Menu.Item
              leftSection={<IconDoorExit size={20} aria-hidden />}
              onClick={() => setIsDepartureOpen(true)}
            >
              {t`Rời trường…`}
            </Menu.Item>
          )}
          {can.return && (
            <Menu.Item
              leftSection={<IconDoorEnter size={20} aria-hidden />}
              onClick={() => setIsDepartureOpen(true)}
            >
              {t`Quay lại…`}
            </Menu.Item>
          )}
          {dangerItems && <Menu.Divider />}
          {dangerItems}
        </Menu.Dropdown>
      </MenuRoot>
      <Suspense>
        {isDepartureOpen && (
          <DepartureDialog student={account} onClose={() => setIsDepartureOpen(false)} />
        )}
        {isConsentOpen && (
          <ConsentDialog student={account} onClose={() => setIsConsentOpen(false)} />
        )}
        {isLinkOpen && <LinkParentDialog student={account} onClose={() => setIsLinkOpen(false)} />}
        {isFamilyOpen && <FamilyDialog parent={account} onClose={() => setIsFamilyOpen(false)} />}
        {canSubstitute && isSubstituteOpen && (
          <SubstituteDialog
            target={{ schoolId: school_id, teacher: account }}
            onClose={() => setIsSubstituteOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
