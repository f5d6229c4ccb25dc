import { useState } from 'react';
import { LocationProvider } from '../lib/routing/location-provider.tsx';
import { currentToken } from '../lib/session.ts';
import { LoginPage, prefetchFirstPage } from './lazy-screens.ts';
import { PageErrorBoundary } from './page-error.tsx';
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
        <SessionBoundary />
      </PageErrorBoundary>
    </LocationProvider>
  );
}
