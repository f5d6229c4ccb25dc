import type { Role } from '@lop-xanh/contract/rules/roles';
import { Suspense, useDeferredValue } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { lazyPage } from '../lib/lazy-page.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useUser, useVisitor } from '../lib/visitor.ts';
import { homeOf, loginPath } from './landing.ts';
import { Shell } from './shell/shell.tsx';
import { Splash } from './splash.tsx';
import { Unreachable } from './unreachable.tsx';

const ForcedPasswordChange = lazyPage('forced-password-change', async () => {
  return (await import('../features/auth/forced-password-change.tsx')).ForcedPasswordChange;
});
const NoPermission = lazyPage('no-permission', async () => {
  return (await import('./no-permission.tsx')).NoPermission;
});

/** Lets a logged-in user with a settled password through to the shell. */
export function RequireSession() {
  // Deferred: what is behind it appears in slices, and a slow phone stays responsive meanwhile.
  const visitor = useDeferredValue(useVisitor());
  switch (visitor.state) {
    case 'guest':
      return <ToLogin />;
    case 'loading':
      return <Splash />;
    case 'unreachable':
      return <Unreachable retry={visitor.retry} />;
    case 'member':
      if (!visitor.user.isChangePass) return <Shell />;
      return (
        <Suspense fallback={<Splash />}>
          <ForcedPasswordChange />
        </Suspense>
      );
  }
}

function ToLogin() {
  const { end } = useSession();
  const { pathname } = useLocation();
  // One who chose to leave did not come from anywhere.
  return <Navigate to={end === 'logout' ? paths.login : loginPath(pathname)} replace />;
}

interface RoleProps {
  roles: readonly Role[];
  /** The page's own words for one who may not see it. */
  refusal?: string;
}

/** Lets these roles through; for others nothing behind it is even loaded. */
export function RequireRole({ roles, refusal }: RoleProps) {
  const { role } = useUser();
  if (roles.includes(role)) return <Outlet />;
  return <NoPermission message={refusal} home={homeOf(role)} />;
}
