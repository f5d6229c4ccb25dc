import { createContext, useContext, useMemo } from 'react';
import type { Location } from './browser-history.ts';

export const LocationContext = createContext<Location | null>(null);

/** The location of the page on screen, which may still be shown while the browser is at the next one. */
export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (!location) throw new Error('There is no LocationProvider');
  return location;
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
