import { t } from '@lingui/core/macro';
import { Suspense, useEffect } from 'react';
import { messages } from '../language/messages.ts';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { matchPath } from '../lib/routing/route-params.ts';
import { ScrollRestoration } from '../lib/routing/scroll-restoration.ts';
import { useSession } from '../lib/session.ts';
import { showAlert } from '../ui/dialogs.ts';
import { toast } from '../ui/toast.ts';
import { CardRoute } from './card-route.tsx';
import { MemberApp } from './lazy-screens.ts';
import { MemberSkeleton } from './member-skeleton.tsx';
import { Visitor } from './visitor.tsx';

/** Everything below belongs to one session: when it ends, all state is dropped. */
export function SessionBoundary() {
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
    <>
      <ScrollRestoration />
      <Pages key={generation} />
    </>
  );
}

function Pages() {
  const { token } = useSession();
  const { pathname } = useLocation();
  if (matchPath(paths.card, pathname)) return <CardRoute />;
  if (token === null) return <Visitor />;
  return (
    <Suspense fallback={<MemberSkeleton />}>
      <MemberApp />
    </Suspense>
  );
}
