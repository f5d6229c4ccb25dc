import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Keeps a page's selections in its URL, so that a reload or a link restores them. */
export function useUrlParams() {
  const [params, setParams] = useSearchParams();
  const choose = useCallback(
    (choices: Record<string, string | number | null>) =>
      setParams(
        () => {
          // The router's own parameters are those of the last render, which a second choice may precede.
          const next = new URLSearchParams(location.search);
          for (const [name, value] of Object.entries(choices)) {
            if (value === null) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { params, choose };
}
