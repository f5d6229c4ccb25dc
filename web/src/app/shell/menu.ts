import { t } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';
import {
  type Icon,
  IconBell,
  IconBook2,
  IconHelpCircle,
  IconHome,
  IconLayoutDashboard,
  IconSchool,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { isAdminPath, paths } from '../../lib/paths.ts';

export interface MenuItem {
  to: string;
  icon: Icon;
  getLabel: () => string;
}

const home = { to: paths.home, icon: IconHome, getLabel: () => messages.navigation.home };
const lessons = { to: paths.lessons, icon: IconBook2, getLabel: () => messages.navigation.lessons };
const profile = { to: paths.profile, icon: IconUser, getLabel: () => messages.navigation.profile };
const accounts = {
  to: paths.accounts,
  icon: IconUsers,
  getLabel: () => messages.navigation.accounts,
};

const adminMenu: readonly MenuItem[] = [
  { to: paths.admin, icon: IconLayoutDashboard, getLabel: () => messages.navigation.dashboard },
  accounts,
  {
    to: paths.lessonsManagement,
    icon: IconBook2,
    getLabel: () => messages.navigation.lessonsManagement,
  },
];

const modAdminMenu: readonly MenuItem[] = [accounts];

export const commonMenu: readonly MenuItem[] = [
  home,
  lessons,
  { to: paths.classes, icon: IconUsers, getLabel: () => messages.navigation.classes },
  { to: paths.notifications, icon: IconBell, getLabel: () => messages.navigation.notifications },
  profile,
  { to: paths.settings, icon: IconSettings, getLabel: () => messages.navigation.settings },
  { to: paths.training, icon: IconSchool, getLabel: () => messages.navigation.training },
  { to: paths.help, icon: IconHelpCircle, getLabel: () => messages.navigation.help },
];

export const bottomMenu: readonly MenuItem[] = [lessons, home, profile];

/** A Mod's menu differs inside and outside /admin, so the header links both. */
export const modHeaderMenu: readonly MenuItem[] = [
  home,
  { ...accounts, getLabel: () => t`Tài khoản` },
];

export function getMenu(role: Role, path: string): readonly MenuItem[] {
  if (role === 'Admin') return adminMenu;
  if (role === 'Mod' && isAdminPath(path)) return modAdminMenu;
  return commonMenu;
}

/** These two paths are prefixes of others, so only an exact match is active. */
export function isExact({ to }: MenuItem): boolean {
  return to === paths.home || to === paths.admin;
}
