import { useCallback } from 'react';
import { useLocation, useSearchParams } from './routing/location.ts';
import { navigate } from './routing/navigate.ts';

/** Keeps a page's selections in its URL, so that a reload or a link restores them. */
export function useUrlParams() {
  const params = useSearchParams();
  const { pathname } = useLocation();
  // Stays the same while the page is open, so that an effect does not choose again because the URL has changed.
  const choose = useCallback(
    (choices: Record<string, string | number | null>) => {
      // The browser has left the page, which is still shown: a choice now would bring it back.
      if (location.pathname !== pathname) return;
      // The router's own parameters are those of the last render, which a second choice may precede.
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(choices)) {
        if (value === null) next.delete(name);
        else next.set(name, String(value));
      }
      const search = next.toString();
      navigate({ search }, { replace: true, preventScrollReset: true });
    },
    [pathname],
  );
  return { params, choose };
}
