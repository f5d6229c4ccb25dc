import { useEffect, useLayoutEffect, useRef } from 'react';
import { registerOverlay } from '../lib/open-overlays.ts';

/** While `isOpen`, the browser's Back button calls `close` instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latestClose = useRef(close);
  useLayoutEffect(() => {
    latestClose.current = close;
  });
  useEffect(() => (isOpen ? registerOverlay(() => latestClose.current()) : undefined), [isOpen]);
}
