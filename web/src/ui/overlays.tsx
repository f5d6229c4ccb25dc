import { useSyncExternalStore } from 'react';
import type * as overlayHost from './overlay-host.tsx';

type Host = typeof overlayHost;

let host: Host | null = null;
let announce = () => {};

/** The place of toasts and dialogs; it stays empty, and its code unfetched, until the first one. */
export function Overlays() {
  const mounted = useSyncExternalStore(
    (onChange) => {
      announce = onChange;
      return () => {};
    },
    () => host,
  );
  return mounted && <mounted.OverlayHost />;
}

/** What the host offers, once it can show something; null where it cannot be fetched. */
export async function overlays(): Promise<Host | null> {
  host ??= await import('./overlay-host.tsx').catch(() => null);
  announce();
  await host?.isReady;
  return host;
}
