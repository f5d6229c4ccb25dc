import { lazy, Suspense, useSyncExternalStore } from 'react';

const loadHost = () => import('./overlay-host.tsx');
const Host = lazy(async () => ({ default: (await loadHost()).OverlayHost }));

let isWanted = false;
let announce = () => {};

/** The place of toasts and dialogs; it stays empty, and its code unfetched, until the first one. */
export function Overlays() {
  const isMounted = useSyncExternalStore(
    (onChange) => {
      announce = onChange;
      return () => {};
    },
    () => isWanted,
  );
  return <Suspense>{isMounted && <Host />}</Suspense>;
}

/** Mounts the host if need be, and answers what it offers once it can show something. */
export async function overlays() {
  isWanted = true;
  announce();
  const host = await loadHost();
  await host.isReady;
  return host;
}
