import type { Role } from '@lop-xanh/contract/rules/roles';
import { isAdminPath, paths } from '../lib/paths.ts';

export function getHomePath(role: Role): string {
  return role === 'Admin' ? paths.admin : paths.home;
}

interface Landing {
  path: string;
  isDenied: boolean;
}

/** Where a login leads; `from` is the path that redirected to the login page. */
export function resolveLanding(role: Role, from: string | null): Landing {
  const cameFromAdmin = from !== null && isAdminPath(from);
  if (cameFromAdmin && role === 'Mod') return { path: paths.accounts, isDenied: false };
  return { path: getHomePath(role), isDenied: cameFromAdmin && role !== 'Admin' };
}

/** Only an /admin path matters after the login; it is kept in the URL to survive a reload. */
export function getLoginPath(from: string): string {
  return isAdminPath(from) ? `${paths.login}?from=${from}` : paths.login;
}
