import { messages } from '@lop-xanh/contract/messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { profileQuery } from '../lib/visitor.ts';
import { alert } from '../ui/dialogs.ts';
import { toast } from '../ui/toast.ts';
import { firstClient } from './first-screen.ts';

/** Everything below belongs to one session: when it passes on, all state goes with it. */
export function SessionBoundary() {
  const { generation, end } = useSession();

  useEffect(() => {
    if (end === 'expired') {
      void alert({ title: 'Đăng nhập lại', message: messages.session.expired });
    }
    if (end === 'refused' || end === 'failed') {
      toast({ kind: 'error', message: messages.profile.fetchFailed, id: 'no-profile' });
    }
  }, [end]);

  return <OneSession key={generation} isFirst={generation === 0} />;
}

function OneSession({ isFirst }: { isFirst: boolean }) {
  const [client] = useState(() => (isFirst ? firstClient : createQueryClient()));
  const { token } = useSession();
  const [firstToken] = useState(token);
  useEffect(() => {
    // Renewed with a changed password, perhaps in another tab: this one may have waited for that.
    if (token !== firstToken) void client.invalidateQueries(profileQuery);
  }, [client, token, firstToken]);
  return (
    <QueryClientProvider client={client}>
      <ScrollRestoration />
      <Outlet />
    </QueryClientProvider>
  );
}
