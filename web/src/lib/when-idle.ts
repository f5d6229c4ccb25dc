/** Whoever opens the app looks first, and acts a moment later. */
const firstLookMs = 3_000;
/** A browser may never call itself idle; then it is done all the same. */
const longestMs = 5_000;

/** Does something after the first look, once the browser is idle or has had its time; answers how to call that off. */
export function whenIdle(work: () => void): () => void {
  let handle = 0;
  const timer = setTimeout(() => {
    // Safari does not tell when it is idle.
    if ('requestIdleCallback' in window) handle = requestIdleCallback(work, { timeout: longestMs });
    else work();
  }, firstLookMs);
  return () => {
    clearTimeout(timer);
    if (handle) cancelIdleCallback(handle);
  };
}
