import { Suspense, useDeferredValue } from 'react';
import { useAuthState } from '../lib/current-user.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { useSession } from '../lib/session.ts';
import { getLoginPath } from './landing.ts';
import { MemberPages } from './lazy-screens.ts';
import { Splash } from './splash.tsx';
import { Unreachable } from './unreachable.tsx';

const ForcedPasswordChange = lazyComponent('forced-password-change', async () => {
  return (await import('../features/auth/forced-password-change.tsx')).ForcedPasswordChange;
});
const ForcedSecondFactor = lazyComponent('forced-second-factor', async () => {
  return (await import('../features/auth/forced-second-factor.tsx')).ForcedSecondFactor;
});

/** Renders the pages for a logged-in user who does not have to change their password or add a second factor. */
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
      return (
        <Suspense fallback={<Splash />}>
          {auth.user.isChangePass ? (
            <ForcedPasswordChange />
          ) : auth.user.mustAddFactor ? (
            <ForcedSecondFactor />
          ) : (
            <MemberPages />
          )}
        </Suspense>
      );
  }
}

function RedirectToLogin() {
  const { end } = useSession();
  const { pathname } = useLocation();
  // After a logout there is no page to return to.
  return <Navigate to={end === 'logout' ? paths.login : getLoginPath(pathname)} />;
}
