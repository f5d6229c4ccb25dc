import { useState } from 'react';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { LocationProvider } from '../lib/routing/location-provider.tsx';
import { matchPath } from '../lib/routing/route-params.ts';
import { currentToken } from '../lib/session.ts';
import { CardRoute } from './card-route.tsx';
import { LoginPage, prefetchFirstPage } from './lazy-screens.ts';
import { LoginRoute } from './login-route.tsx';
import { PageErrorBoundary } from './page-error.tsx';
import { RequireSession } from './require-session.tsx';
import { SessionBoundary } from './session-boundary.tsx';

/** Does not wait for the first render, which takes a while on a slow phone. */
function fetchFirstPage(): void {
  if (currentToken() === null) LoginPage.preload();
  // What fails is fetched again when it is shown.
  else prefetchFirstPage().catch(() => undefined);
}

export function Router() {
  useState(fetchFirstPage);
  return (
    <LocationProvider>
      <PageErrorBoundary>
        <SessionBoundary>
          <Pages />
        </SessionBoundary>
      </PageErrorBoundary>
    </LocationProvider>
  );
}

function Pages() {
  const { pathname } = useLocation();
  if (matchPath(paths.login, pathname)) return <LoginRoute />;
  if (matchPath(paths.card, pathname)) return <CardRoute />;
  return <RequireSession />;
}
