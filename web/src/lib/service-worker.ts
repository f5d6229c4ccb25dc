import { whenIdle } from './when-idle.ts';

const longestInstallMs = 30_000;

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

/** Reloads the page in the new version: in a tab beside the one that has taken it already, at once. */
export function takeOverNow(worker: ServiceWorker): void {
  if (worker.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  worker.postMessage({ type: 'SKIP_WAITING' });
}

/**
 * Reloads the page in the newest version there is. A plain reload would come from the worker, and
 * with it the old version, whose files the server no longer has.
 */
export async function reloadInNewestVersion(): Promise<void> {
  const worker = await Promise.race([
    newestWorker().catch(() => undefined),
    new Promise<undefined>((giveUp) => setTimeout(giveUp, longestInstallMs)),
  ]);
  if (worker) takeOverNow(worker);
  else location.reload();
}

/** A version that waits, or is fetched now, once it could take over; undefined where this one is the newest. */
async function newestWorker(): Promise<ServiceWorker | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  // Without a network it is what is here.
  await registration?.update().catch(() => {});
  const worker = registration?.installing ?? registration?.waiting;
  if (!worker) return undefined;
  await new Promise<void>((ready) => {
    const look = () => {
      if (worker.state !== 'installing') ready();
    };
    worker.addEventListener('statechange', look);
    look();
  });
  return worker;
}
