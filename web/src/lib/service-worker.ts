import { whenIdle } from './when-idle.ts';

/**
 * Registers the worker that lets the app open without a network. A new version waits until the user
 * wants it, so that nobody loses a page under their hands.
 */
export function watchForNewVersion(onWaiting: (worker: ServiceWorker) => void): () => void {
  // Missing where a page is not on https, and of no use while developing.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => {};
  const stopped = new AbortController();
  const { signal } = stopped;

  const watch = async () => {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    const tell = () => {
      // Without a controller it is the first one, and nothing is replaced.
      const { waiting } = registration;
      if (waiting && navigator.serviceWorker.controller && !signal.aborted) onWaiting(waiting);
    };
    tell();
    registration.addEventListener(
      'updatefound',
      () => registration.installing?.addEventListener('statechange', tell, { signal }),
      { signal },
    );
    const look = () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    };
    document.addEventListener('visibilitychange', look, { signal });
  };
  // It fetches the whole app: not before what the reader waits for.
  const callOff = whenIdle(() => void watch().catch(() => {}));
  return () => {
    callOff();
    stopped.abort();
  };
}

/** The page starts anew once the new version has taken over. */
export function takeOverNow(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  worker.postMessage({ type: 'SKIP_WAITING' });
}
