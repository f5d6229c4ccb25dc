import { t } from '@lingui/core/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { getDeviceLanguage, showLanguage, useLanguage } from '../language/language.ts';
import { messages } from '../language/messages.ts';
import { profileQuery, useAuthState } from '../lib/current-user.ts';
import { createQueryClient, firstClient } from '../lib/query-client.ts';
import { ScrollRestoration } from '../lib/routing/scroll-restoration.ts';
import { useSession } from '../lib/session.ts';
import { showAlert } from '../ui/dialogs.ts';
import { toast } from '../ui/toast.ts';

/** Everything below belongs to one session: when it ends, all state is dropped. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const { generation, end } = useSession();

  useEffect(() => {
    if (end === 'expired') {
      void showAlert({ title: t`Đăng nhập lại`, message: messages.session.expired });
    }
    if (end === 'rejected') {
      toast({ kind: 'error', message: messages.profile.fetchFailed, id: 'no-profile' });
    }
  }, [end]);

  return (
    <SessionProvider key={generation} isFirst={generation === 0}>
      {children}
    </SessionProvider>
  );
}

function SessionProvider({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const [client] = useState(() => (isFirst ? firstClient : createQueryClient()));
  const { token } = useSession();
  const [firstToken] = useState(token);
  useEffect(() => {
    // A password change, maybe in another tab, renewed the token: this tab may have been waiting for it.
    if (token !== firstToken) void client.invalidateQueries(profileQuery);
  }, [client, token, firstToken]);
  return (
    <QueryClientProvider client={client}>
      <ScrollRestoration />
      <LanguageBoundary>{children}</LanguageBoundary>
    </QueryClientProvider>
  );
}

/** Everything below is in one language: a change of it remounts all pages. */
function LanguageBoundary({ children }: { children: ReactNode }) {
  const auth = useAuthState();
  const ownLanguage = auth.state === 'member' ? auth.user.language : null;
  useEffect(() => void showLanguage(ownLanguage ?? getDeviceLanguage()), [ownLanguage]);
  return <Fragment key={useLanguage()}>{children}</Fragment>;
}
