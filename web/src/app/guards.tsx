import type { Role } from '@lop-xanh/contract/rules/roles';
import { Suspense, useDeferredValue } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAuthState, useUser } from '../lib/current-user.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { getHomePath, getLoginPath } from './landing.ts';
import { Shell } from './shell/shell.tsx';
import { Splash } from './splash.tsx';
import { Unreachable } from './unreachable.tsx';

const ForcedPasswordChange = lazyComponent('forced-password-change', async () => {
  return (await import('../features/auth/forced-password-change.tsx')).ForcedPasswordChange;
});
const ForcedSecondFactor = lazyComponent('forced-second-factor', async () => {
  return (await import('../features/auth/forced-second-factor.tsx')).ForcedSecondFactor;
});
const NoPermission = lazyComponent('no-permission', async () => {
  return (await import('./no-permission.tsx')).NoPermission;
});

/** Renders the shell for a logged-in user who does not have to change their password or add a second factor. */
export function RequireSession() {
  // Deferred: the shell renders in slices, so that a slow phone stays responsive.
  const auth = useDeferredValue(useAuthState());
  switch (auth.state) {
    case 'guest':
      return <RedirectToLogin />;
    case 'loading':
      return <Splash />;
    case 'unreachable':
      return <Unreachable retry={auth.retry} />;
    case 'member':
      if (!auth.user.isChangePass && !auth.user.mustAddFactor) return <Shell />;
      return (
        <Suspense fallback={<Splash />}>
          {auth.user.isChangePass ? <ForcedPasswordChange /> : <ForcedSecondFactor />}
        </Suspense>
      );
  }
}

function RedirectToLogin() {
  const { end } = useSession();
  const { pathname } = useLocation();
  // After a logout there is no page to return to.
  return <Navigate to={end === 'logout' ? paths.login : getLoginPath(pathname)} replace />;
}

interface RoleProps {
  roles: readonly Role[];
  /** Shown instead of the default message to other roles. */
  getDeniedMessage?: () => string;
}

/** Renders the route for these roles only; for others its code is not even loaded. */
export function RequireRole({ roles, getDeniedMessage }: RoleProps) {
  const { role } = useUser();
  if (roles.includes(role)) return <Outlet />;
  return <NoPermission message={getDeniedMessage?.()} home={getHomePath(role)} />;
}
