import { useState } from 'react';
import { type RouteObject, useRoutes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { currentToken } from '../lib/session.ts';
import { CardRoute } from './card-route.tsx';
import { LoginPage, prefetchFirstPage } from './lazy-screens.ts';
import { LoginRoute } from './login-route.tsx';
import { PageErrorBoundary } from './page-error.tsx';
import { RequireSession } from './require-session.tsx';
import { BrowserRouter } from './routing/browser-router.tsx';
import { SessionBoundary } from './session-boundary.tsx';

const routes: RouteObject[] = [
  {
    element: (
      <PageErrorBoundary>
        <SessionBoundary />
      </PageErrorBoundary>
    ),
    children: [
      { path: paths.login, element: <LoginRoute /> },
      { path: paths.card, element: <CardRoute /> },
      { path: '*', element: <RequireSession /> },
    ],
  },
];

/** Does not wait for the first render, which takes a while on a slow phone. */
function fetchFirstPage(): void {
  if (currentToken() === null) LoginPage.preload();
  // What fails is fetched again when it is shown.
  else prefetchFirstPage().catch(() => undefined);
}

export function Router() {
  useState(fetchFirstPage);
  return (
    <BrowserRouter>
      <Routes />
    </BrowserRouter>
  );
}

function Routes() {
  return useRoutes(routes);
}
