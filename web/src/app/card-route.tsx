import { Suspense } from 'react';
import { paths } from '../lib/paths.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { useScannedCard } from '../lib/scanned-card.ts';
import { useSession } from '../lib/session.ts';
import { CardApp } from './lazy-screens.ts';
import { Splash } from './splash.tsx';

/** Asks for the pictures even on a device where somebody is logged in: it may be another child's. */
export function CardRoute() {
  const { token, isFresh } = useSession();
  const secret = useScannedCard();
  // From there, every login leads to the right page.
  if (isFresh || (token !== null && secret === null)) return <Navigate to={paths.login} />;
  return (
    <Suspense fallback={<Splash />}>
      <CardApp />
    </Suspense>
  );
}
