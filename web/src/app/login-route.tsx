import type { User } from '@lop-xanh/contract/accounts';
import { Suspense, useEffect } from 'react';
import { messages } from '../language/messages.ts';
import { useAuthState } from '../lib/current-user.ts';
import { useSearchParams } from '../lib/routing/location.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { completeLogin, useSession } from '../lib/session.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { toast } from '../ui/toast.ts';
import { showDeviceAdvice } from './device-advice.ts';
import { resolveLanding } from './landing.ts';
import { LoginPage, MemberPages } from './lazy-screens.ts';
import { Splash } from './splash.tsx';
import { Unreachable } from './unreachable.tsx';

export function LoginRoute() {
  const auth = useAuthState();
  switch (auth.state) {
    case 'guest':
      return <Login />;
    case 'loading':
      return <Splash />;
    case 'unreachable':
      return <Unreachable retry={auth.retry} />;
    case 'member':
      return <Landing user={auth.user} />;
  }
}

function Login() {
  // What comes after the login is fetched while the user types.
  useEffect(() => whenIdle(MemberPages.preload), []);
  return (
    <Suspense fallback={<Splash />}>
      <LoginPage />
    </Suspense>
  );
}

function Landing({ user }: { user: User }) {
  const { isFresh } = useSession();
  const search = useSearchParams();
  const { path, isDenied } = resolveLanding(user.role, search.get('from'));

  useEffect(() => {
    if (!isFresh) return;
    completeLogin();
    showDeviceAdvice(user.role);
    if (isDenied) toast({ kind: 'error', message: messages.access.denied, id: 'denied' });
  }, [isFresh, isDenied, user.role]);

  return <Navigate to={path} />;
}
