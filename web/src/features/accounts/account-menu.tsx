import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDoorEnter,
  IconDoorExit,
  IconDotsVertical,
  IconLink,
  IconLock,
  IconLockOpen,
  IconPhotoCheck,
  IconQrcode,
  IconShieldOff,
  IconSwitchHorizontal,
  IconUserShare,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { IssuedCardsDialog, type IssuedSheets, useStudentCardPrint } from '../cards/public.ts';
import { SubstituteDialog } from '../classes/public.ts';
import { ConsentDialog } from '../consent/public.ts';
import { FamilyDialog, LinkParentDialog } from '../families/public.ts';
import { DepartureDialog } from './lazy-departure-dialog.ts';
import { MoveStudentDialog } from './lazy-move-student.ts';
import { useResetFactors } from './use-reset-factors.ts';
import { useSetStatus } from './use-set-status.ts';
import { useUnlock } from './use-unlock.ts';

interface Props {
  account: Account;
  /** More items, below the change of the class. */
  children?: ReactNode;
  /** At the end, below the lock: what is even harder to take back. */
  dangerItems?: ReactNode;
}

type DialogName = 'move' | 'substitute' | 'link' | 'family' | 'consent' | 'departure';

/** Rarely needed actions; what is hard to take back comes last, after a line. */
export function AccountMenu({ account, children, dangerItems }: Props) {
  const { id, full_name, school_id, class_id, role, status, departure, can } = account;
  const { unlock, isUnlocking } = useUnlock();
  const { resetFactors, isResetting } = useResetFactors();
  const { setStatus, isSaving } = useSetStatus(account);
  const [cards, setCards] = useState<IssuedSheets>();
  const { print, isPrinting } = useStudentCardPrint(setCards);
  const [dialog, setDialog] = useState<DialogName>();
  const close = () => setDialog(undefined);
  const isActive = status === 'active';
  const isStudent = role === 'Student';
  const canMove = isStudent && can.edit && school_id !== null && !departure;
  const canSubstitute = role === 'Teacher' && isActive && school_id !== null && can.edit;
  const items = [
    isStudent &&
      isActive &&
      class_id !== null && {
        icon: IconQrcode,
        label: t`In thẻ…`,
        run: () => void print(class_id, id),
      },
    can.unlock &&
      account.isLoginSlowed && {
        icon: IconLockOpen,
        label: t`Mở khóa đăng nhập`,
        run: () => unlock(account),
      },
    can.resetPassword &&
      account.hasSecondFactor && {
        icon: IconShieldOff,
        label: t`Bỏ xác thực hai bước…`,
        run: () => void resetFactors(account),
      },
    canSubstitute && {
      icon: IconUserShare,
      label: t`Dạy thay…`,
      run: () => setDialog('substitute'),
    },
    can.addParent && {
      icon: IconLink,
      label: t`Liên kết phụ huynh…`,
      run: () => setDialog('link'),
    },
    role === 'Parent' && {
      icon: IconLink,
      label: t`Liên kết với con…`,
      run: () => setDialog('family'),
    },
    isStudent && {
      icon: IconPhotoCheck,
      label: t`Đồng ý đăng ảnh…`,
      run: () => setDialog('consent'),
    },
    can.leave && {
      icon: IconDoorExit,
      label: t`Rời trường…`,
      run: () => setDialog('departure'),
    },
    can.return && {
      icon: IconDoorEnter,
      label: t`Quay lại…`,
      run: () => setDialog('departure'),
    },
  ].flatMap((item) => item || []);
  const hasDanger = can.setStatus || Boolean(dangerItems);
  if (items.length === 0 && !canMove && !children && !hasDanger) return null;
  const LockIcon = isActive ? IconLock : IconLockOpen;
  return (
    <>
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            aria-label={t`Việc khác với ${full_name}`}
            title={t`Việc khác`}
            loading={isUnlocking || isResetting || isSaving || isPrinting}
          >
            <IconDotsVertical size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canMove && (
            <Menu.Item
              leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
              onClick={() => setDialog('move')}
            >
              {t`Chuyển lớp…`}
            </Menu.Item>
          )}
          {children}
          {items.map(({ icon: Icon, label, run }) => (
            <Menu.Item key={label} leftSection={<Icon size={20} aria-hidden />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
          {hasDanger && <Menu.Divider />}
          {can.setStatus && (
            <Menu.Item
              {...(isActive && { c: 'var(--clay-text)' })}
              leftSection={<LockIcon size={20} aria-hidden />}
              onClick={() => void setStatus()}
            >
              {isActive ? t`Khóa tài khoản…` : t`Mở lại tài khoản`}
            </Menu.Item>
          )}
          {dangerItems}
        </Menu.Dropdown>
      </MenuRoot>
      <Suspense>
        {cards && <IssuedCardsDialog {...cards} onClose={() => setCards(undefined)} />}
        {dialog === 'move' && school_id !== null && (
          <MoveStudentDialog student={{ ...account, school_id }} onClose={close} />
        )}
        {dialog === 'departure' && <DepartureDialog student={account} onClose={close} />}
        {dialog === 'consent' && <ConsentDialog student={account} onClose={close} />}
        {dialog === 'link' && <LinkParentDialog student={account} onClose={close} />}
        {dialog === 'family' && <FamilyDialog parent={account} onClose={close} />}
        {canSubstitute && dialog === 'substitute' && (
          <SubstituteDialog target={{ schoolId: school_id, teacher: account }} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
