import { networkLimits } from './network-limits.ts';
import { storeLoadedPictures } from './picture-cache.ts';
import { hasUnsavedWork } from './unsaved-work.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Registers the service worker, with which the app opens offline. A new version waits until the user
 * accepts it in one tab, or until a page needs a file that only the new version has. Then all tabs reload,
 * except those with unsaved work, which offer it themselves.
 */
export function watchForNewVersion(onWaiting: (worker: ServiceWorker) => void): () => void {
  // Missing without https, and of no use in development.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => {};
  const abort = new AbortController();
  const { signal } = abort;

  // The first worker takes over pages that it did not load, which need no reload.
  let isControlled = navigator.serviceWorker.controller !== null;
  const onActivated = () => {
    const active = navigator.serviceWorker.controller;
    if (isControlled && active && hasUnsavedWork()) onWaiting(active);
    else if (isControlled) location.reload();
    else storeLoadedPictures();
    isControlled = true;
  };
  // At once: another tab may accept a new version before this one looks for it.
  navigator.serviceWorker.addEventListener('controllerchange', onActivated, { signal });

  const watch = async () => {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    const reportWaiting = () => {
      // Without a controller this is the first worker, which replaces none.
      const { waiting } = registration;
      if (waiting && navigator.serviceWorker.controller && !signal.aborted) onWaiting(waiting);
    };
    const watchInstalling = () =>
      registration.installing?.addEventListener('statechange', reportWaiting, { signal });
    reportWaiting();
    // Another tab may have found it already.
    watchInstalling();
    registration.addEventListener('updatefound', watchInstalling, { signal });
    const checkForUpdate = () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    };
    document.addEventListener('visibilitychange', checkForUpdate, { signal });
  };
  // It fetches the whole app, so it starts after what the user is waiting for.
  const cancel = whenIdle(() => void watch().catch(() => {}));
  return () => {
    cancel();
    abort.abort();
  };
}

/** Resolves once the service worker handles the requests of this page; never in a browser that has none. */
export async function waitForControl(): Promise<void> {
  if (navigator.serviceWorker?.controller) return;
  await new Promise((resolve) => {
    navigator.serviceWorker?.addEventListener('controllerchange', resolve, { once: true });
  });
}

/** Reloads the page in the worker's version. If another tab has activated it already, a reload is enough. */
export function activateAndReload(worker: ServiceWorker): void {
  if (worker.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  worker.postMessage({ type: 'SKIP_WAITING' });
  // Requests of this page may keep the old worker busy, for which the new one waits; a reload ends them.
  setTimeout(() => location.reload(), networkLimits.activationMs);
}

/**
 * A plain reload would be served by the old worker with the old version, whose chunks the server no
 * longer has.
 */
export async function reloadInNewestVersion(): Promise<void> {
  const worker = await Promise.race([
    findNewestWorker().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, networkLimits.installMs)),
  ]);
  if (worker) activateAndReload(worker);
  else location.reload();
}

/** The worker of a newer version once it is installed; undefined if this version is the newest. */
async function findNewestWorker(): Promise<ServiceWorker | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return undefined;
  // Another check, such as that of the page's start, may find the new version before ours ends.
  const found = new Promise((resolve) => {
    registration.addEventListener('updatefound', resolve, { once: true });
  });
  // Offline, only an already fetched version counts.
  await Promise.race([registration.update().catch(() => {}), found]);
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return undefined;
  await new Promise<void>((resolve) => {
    const checkState = () => {
      if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', checkState);
    checkState();
  });
  return worker;
}
