/** Whoever opens the app looks first, and acts a moment later. */
const firstLookMs = 3_000;

/** Does something after the first look, once the browser is idle; answers how to call that off. */
export function whenIdle(work: () => void): () => void {
  let handle = 0;
  const timer = setTimeout(() => {
    // Safari does not tell when it is idle.
    if ('requestIdleCallback' in window) handle = requestIdleCallback(work);
    else work();
  }, firstLookMs);
  return () => {
    clearTimeout(timer);
    if (handle) cancelIdleCallback(handle);
  };
}
