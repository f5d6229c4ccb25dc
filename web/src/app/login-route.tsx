import type { User } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { LoginPage } from '../features/auth/login-page.tsx';
import { settleSession, useSession } from '../lib/session.ts';
import { useVisitor } from '../lib/visitor.ts';
import { toast } from '../ui/toast.ts';
import { adviseDevice } from './device-advice.ts';
import { landingAfterLogin } from './landing.ts';
import { Splash } from './splash.tsx';
import { Unreachable } from './unreachable.tsx';

export function LoginRoute() {
  const visitor = useVisitor();
  switch (visitor.state) {
    case 'guest':
      return <LoginPage />;
    case 'loading':
      return <Splash />;
    case 'unreachable':
      return <Unreachable retry={visitor.retry} />;
    case 'member':
      return <Landing user={visitor.user} />;
  }
}

function Landing({ user }: { user: User }) {
  const { isFresh } = useSession();
  const [search] = useSearchParams();
  const { path, isDenied } = landingAfterLogin(user.role, search.get('from'));

  useEffect(() => {
    if (!isFresh) return;
    settleSession();
    adviseDevice(user.role);
    if (isDenied) toast({ kind: 'error', message: messages.access.denied, id: 'denied' });
  }, [isFresh, isDenied, user.role]);

  return <Navigate to={path} replace />;
}
