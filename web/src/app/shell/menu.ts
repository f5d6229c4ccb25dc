import type { Role } from '@lop-xanh/contract/rules/roles';
import {
  IconBell,
  IconBook2,
  IconHelpCircle,
  IconLayoutDashboard,
  IconSchool,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { isAdminPath, paths } from '../../lib/paths.ts';
import { accounts, home, lessons, type MenuItem, profile } from './menu-items.ts';

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

export function getMenu(role: Role, path: string): readonly MenuItem[] {
  if (role === 'Admin') return adminMenu;
  if (role === 'Mod' && isAdminPath(path)) return modAdminMenu;
  return commonMenu;
}
