import { t } from '@lingui/core/macro';
import { type Icon, IconBook2, IconHome, IconUser, IconUsers } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';

export interface MenuItem {
  to: string;
  icon: Icon;
  getLabel: () => string;
}

export const home = { to: paths.home, icon: IconHome, getLabel: () => messages.navigation.home };
export const lessons = {
  to: paths.lessons,
  icon: IconBook2,
  getLabel: () => messages.navigation.lessons,
};
export const profile = {
  to: paths.profile,
  icon: IconUser,
  getLabel: () => messages.navigation.profile,
};
export const accounts = {
  to: paths.accounts,
  icon: IconUsers,
  getLabel: () => messages.navigation.accounts,
};

export const bottomMenu: readonly MenuItem[] = [lessons, home, profile];

/** A Mod's menu differs inside and outside /admin, so the header links both. */
export const modHeaderMenu: readonly MenuItem[] = [
  home,
  { ...accounts, getLabel: () => t`Tài khoản` },
];

/** These two paths are prefixes of others, so only an exact match is active. */
export function isExact({ to }: MenuItem): boolean {
  return to === paths.home || to === paths.admin;
}
