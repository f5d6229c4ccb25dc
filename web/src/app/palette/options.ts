import { t } from '@lingui/core/macro';
import type { Profile } from '@lop-xanh/contract/auth';
import {
  type Icon,
  IconBackpack,
  IconBook2,
  IconClipboardCheck,
  IconLanguage,
  IconLogout,
  IconPhotoHeart,
  IconQrcode,
  IconScan,
  IconSparkles,
  IconUserPlus,
} from '@tabler/icons-react';
import { activityRoles } from '../../features/activities/activity-roles.ts';
import { askToLogOut } from '../../features/auth/log-out.ts';
import { cardRoles } from '../../features/cards/card-roles.ts';
import { memoryRoles } from '../../features/posts/memory-roles.ts';
import { teachingRoles } from '../../features/teaching/teaching-roles.ts';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { matchesWordStarts } from '../../lib/search-text.ts';
import { hasOffice } from '../shell/lazy-menus.ts';
import { getMenu } from '../shell/menu.ts';
import type { MenuItem } from '../shell/menu-items.ts';
import { getOfficeMenu, listOtherPages } from '../shell/office-menu.ts';

/** Something that the palette lists, and where it leads or what it does. */
export interface PaletteOption {
  /** Unique within the palette, and part of an element's id. */
  key: string;
  title: string;
  detail?: string;
  badge?: string;
  icon?: Icon;
  /** Shown instead of an icon. */
  user?: { id: number; first_name: string; avt: string };
  target: string | (() => void);
}

export interface PaletteSection {
  title: string;
  options: PaletteOption[];
}

/** What is found on the device, also without a connection. */
export function listOwnSections(user: Profile, query: string): PaletteSection[] {
  const filter = (options: PaletteOption[]) =>
    options.filter(({ title }) => matchesWordStarts(title, query));
  return [
    { title: t`Trang`, options: filter(listPages(user)) },
    { title: t`Lệnh`, options: filter(listCommands(user)) },
  ];
}

function listPages({ role }: Profile): PaletteOption[] {
  const more: readonly (MenuItem & { isShown: boolean })[] = [
    {
      to: paths.activities,
      icon: IconBackpack,
      getLabel: () => t`Activities`,
      isShown: activityRoles.includes(role),
    },
    {
      to: paths.cards,
      icon: IconQrcode,
      getLabel: () => t`Thẻ đăng nhập`,
      isShown: cardRoles.includes(role),
    },
    {
      to: paths.memories,
      icon: IconPhotoHeart,
      getLabel: () => t`Kỷ niệm`,
      isShown: memoryRoles.includes(role),
    },
    {
      to: paths.teach,
      icon: IconSparkles,
      getLabel: () => (role === 'Student' ? t`Dạy Mầm` : t`Dạy máy quét`),
      isShown: teachingRoles.includes(role),
    },
    { to: paths.scan, icon: IconScan, getLabel: () => t`Quét rác`, isShown: true },
  ];
  // A Mod has one menu inside /admin and another one outside.
  const items = [
    ...getMenu(role, paths.home),
    ...getMenu(role, paths.admin),
    ...getOfficeMenu(role),
    ...(hasOffice(role) ? listOtherPages(role, paths.admin) : []),
    ...more.filter(({ isShown }) => isShown),
  ];
  const byPath = new Map(items.toReversed().map((item) => [item.to, item]));
  return [...byPath.values()].toReversed().map(({ to, icon, getLabel }) => ({
    key: `page${to}`,
    title: getLabel(),
    icon,
    target: to,
  }));
}

function listCommands(user: Profile): PaletteOption[] {
  const { role, class_id, class_name, substitutions } = user;
  const ownClass = class_id !== null && class_name !== null ? [{ class_id, class_name }] : [];
  const taught = role === 'Teacher' ? [...ownClass, ...substitutions] : [];
  return [
    ...taught.map(({ class_id: id, class_name: name }) => ({
      key: `roll${id}`,
      title: t`Điểm danh lớp ${name}`,
      icon: IconClipboardCheck,
      target: classPath(id),
    })),
    ...(hasOffice(role)
      ? [
          {
            key: 'create',
            title: t`Tạo tài khoản`,
            icon: IconUserPlus,
            target: `${paths.accounts}?tab=students&new=student`,
          },
        ]
      : []),
    ...(role === 'Admin'
      ? [
          {
            key: 'lesson',
            title: t`Soạn bài giảng mới`,
            icon: IconBook2,
            target: paths.newLesson,
          },
        ]
      : []),
    { key: 'language', title: t`Ngôn ngữ`, icon: IconLanguage, target: paths.profile },
    {
      key: 'logout',
      title: messages.navigation.logout,
      icon: IconLogout,
      target: () => void askToLogOut(user),
    },
  ];
}

export function classPath(id: number): string {
  return `${paths.classes}?class=${id}`;
}
