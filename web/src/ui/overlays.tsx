import { useSyncExternalStore } from 'react';
import type * as overlayHost from './overlay-host.tsx';

type OverlayHost = typeof overlayHost;

let host: OverlayHost | null = null;
let notifyOverlays = () => {};

const getHost = () => host;

/** Renders toasts and dialogs. Their code is fetched with the first one. */
export function Overlays() {
  const loaded = useSyncExternalStore(
    (onChange) => {
      notifyOverlays = onChange;
      return () => {};
    },
    getHost,
    getHost,
  );
  return loaded && <loaded.OverlayHost />;
}

/** Resolves when the host is mounted; null if its code cannot be fetched. */
export async function loadOverlayHost(): Promise<OverlayHost | null> {
  host ??= await import('./overlay-host.tsx').catch(() => null);
  notifyOverlays();
  await host?.isReady;
  return host;
}
