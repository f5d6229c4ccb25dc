import type { Profile } from '@lop-xanh/contract/auth';
import { Suspense, useDeferredValue } from 'react';
import { useAuthState } from '../lib/current-user.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { matchPath } from '../lib/routing/route-params.ts';
import { AfterLogin } from './after-login.tsx';
import { MemberPages } from './member-pages.tsx';
import { MemberSkeleton } from './member-skeleton.tsx';
import { Unreachable } from './unreachable.tsx';
import { Visitor } from './visitor.tsx';

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
      return <Visitor />;
    case 'loading':
      return <MemberSkeleton />;
    case 'unreachable':
      return <Unreachable retry={auth.retry} />;
    case 'member':
      return (
        <Suspense fallback={<MemberSkeleton />}>
          <Pages user={auth.user} />
        </Suspense>
      );
  }
}

function Pages({ user }: { user: Profile }) {
  const { pathname } = useLocation();
  if (matchPath(paths.login, pathname)) return <AfterLogin user={user} />;
  if (user.isChangePass) return <ForcedPasswordChange />;
  return user.mustAddFactor ? <ForcedSecondFactor /> : <MemberPages />;
}
