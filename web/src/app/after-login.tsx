import type { Profile } from '@lop-xanh/contract/auth';
import { useEffect } from 'react';
import { messages } from '../language/messages.ts';
import { useSearchParams } from '../lib/routing/location.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { completeLogin, useSession } from '../lib/session.ts';
import { toast } from '../ui/toast.ts';
import { showDeviceAdvice } from './device-advice.ts';
import { resolveLanding } from './landing.ts';

/** Leads from the login page to where the user wanted to go. */
export function AfterLogin({ user }: { user: Profile }) {
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
