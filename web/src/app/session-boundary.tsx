import { messages } from '@lop-xanh/contract/messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
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
    if (end === 'refused') toast({ kind: 'error', message: messages.profile.fetchFailed, id: end });
  }, [end]);

  return <OneSession key={generation} isFirst={generation === 0} />;
}

function OneSession({ isFirst }: { isFirst: boolean }) {
  const [client] = useState(() => (isFirst ? firstClient : createQueryClient()));
  return (
    <QueryClientProvider client={client}>
      <ScrollRestoration />
      <Outlet />
    </QueryClientProvider>
  );
}
