import type { Role } from '@lop-xanh/contract/rules/roles';
import { isAdminPath, paths } from '../lib/paths.ts';

/** Where a role is at home. */
export function homeOf(role: Role): string {
  return role === 'Admin' ? paths.admin : paths.home;
}

interface Landing {
  path: string;
  isDenied: boolean;
}

/** Where a login leads: `from` is the address that asked for it. */
export function landingAfterLogin(role: Role, from: string | null): Landing {
  const cameFromAdmin = from !== null && isAdminPath(from);
  if (cameFromAdmin && role === 'Mod') return { path: paths.accounts, isDenied: false };
  return { path: homeOf(role), isDenied: cameFromAdmin && role !== 'Admin' };
}

/** Only an /admin origin matters after the login; it stands in the address to survive a reload. */
export function loginPath(from: string): string {
  return isAdminPath(from) ? `${paths.login}?from=${from}` : paths.login;
}
