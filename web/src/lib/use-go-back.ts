import { paths } from './paths.ts';
import { getHistory, type To } from './routing/browser-history.ts';
import { navigate } from './routing/navigate.ts';

/** Goes back, or to the parent page if the app was opened here. */
export function useGoBack(parent: To = paths.home) {
  return () => {
    const { idx = 0, overlays = 0 } = (history.state ?? {}) as { idx?: number; overlays?: number };
    // What covers the page has entries of its own above it.
    if (idx > overlays) getHistory().goBack();
    else navigate(parent, { replace: true });
  };
}
