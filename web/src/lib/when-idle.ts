/** Users look at a page before they act. */
const initialDelayMs = 3_000;
/** A browser may never become idle. */
const idleTimeoutMs = 5_000;

/** Runs `work` once the browser is idle after an initial delay; returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let handle = 0;
  const timer = setTimeout(() => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window)
      handle = requestIdleCallback(work, { timeout: idleTimeoutMs });
    else work();
  }, initialDelayMs);
  return () => {
    clearTimeout(timer);
    if (handle) cancelIdleCallback(handle);
  };
}
