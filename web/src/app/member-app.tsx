import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { getDeviceLanguage, showLanguage, useLanguage } from '../language/language.ts';
import { profileQuery, useAuthState } from '../lib/current-user.ts';
import { createQueryClient, firstClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { MantineRoot } from '../ui/mantine-root.tsx';
import { RequireSession } from './require-session.tsx';

/** Everything for who has a session, which the server may still reject. */
export function MemberApp() {
  return (
    <MantineRoot>
      <SessionProvider>
        <LanguageBoundary>
          <RequireSession />
        </LanguageBoundary>
      </SessionProvider>
    </MantineRoot>
  );
}

function SessionProvider({ children }: { children: ReactNode }) {
  const { token, generation } = useSession();
  const [client] = useState(() => (generation === 0 ? firstClient : createQueryClient()));
  const [firstToken] = useState(token);
  useEffect(() => {
    // A password change, maybe in another tab, renewed the token: this tab may have been waiting for it.
    if (token !== firstToken) void client.invalidateQueries(profileQuery);
  }, [client, token, firstToken]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Everything below is in one language: a change of it remounts all pages. */
function LanguageBoundary({ children }: { children: ReactNode }) {
  const auth = useAuthState();
  const ownLanguage = auth.state === 'member' ? auth.user.language : null;
  useEffect(() => void showLanguage(ownLanguage ?? getDeviceLanguage()), [ownLanguage]);
  return <Fragment key={useLanguage()}>{children}</Fragment>;
}
