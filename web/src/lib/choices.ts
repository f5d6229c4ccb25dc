import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What is chosen on a page stands in its address, so that a reload and a link find it again. */
export function useChoices() {
  const [params, setParams] = useSearchParams();
  const choose = useCallback(
    (choices: Record<string, string | number | null>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
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
