import type { Role } from '@lop-xanh/contract/rules/roles';
import type { ReactNode } from 'react';
import { useUser } from '../lib/current-user.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getHomePath } from './landing.ts';

const NoPermission = lazyComponent('no-permission', async () => {
  return (await import('./no-permission.tsx')).NoPermission;
});

interface Props {
  roles: readonly Role[];
  /** Shown instead of the default message to other roles. */
  getDeniedMessage?: (() => string) | undefined;
  children: ReactNode;
}

/** Renders the route for these roles only; for others its code is not even loaded. */
export function RequireRole({ roles, getDeniedMessage, children }: Props) {
  const { role } = useUser();
  if (roles.includes(role)) return children;
  return <NoPermission message={getDeniedMessage?.()} home={getHomePath(role)} />;
}
