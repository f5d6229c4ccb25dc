import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { createBrowserHistory } from './browser-history.ts';
import { keepScroll, saveScroll } from './scroll-restoration.tsx';

/**
 * In place of React Router's data router, whose loaders and actions we do not use: it would add 15 kB
 * to the first load.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createBrowserHistory);
  const [location, setLocation] = useState(history.location);
  useLayoutEffect(
    () =>
      history.listen(({ from, to, keepsScroll }) => {
        if (keepsScroll) keepScroll(to);
        else saveScroll(from);
        startTransition(() => setLocation(to));
      }),
    [history],
  );
  return (
    <Router location={location} navigator={history.navigator}>
      {children}
    </Router>
  );
}
