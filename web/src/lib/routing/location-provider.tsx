import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { getHistory } from './browser-history.ts';
import { LocationContext } from './location.ts';
import { keepScroll, saveScroll } from './scroll-restoration.ts';

/** Follows the history of the tab. */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => getHistory().location);
  useLayoutEffect(
    () =>
      getHistory().listen(({ from, to, keepsScroll }) => {
        if (keepsScroll) keepScroll(to);
        else saveScroll(from);
        startTransition(() => setLocation(to));
      }),
    [],
  );
  return <LocationContext value={location}>{children}</LocationContext>;
}
