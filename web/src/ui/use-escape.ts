import { useEffect, useLayoutEffect, useRef } from 'react';
import { countOpenOverlays } from '../lib/open-overlays.ts';

/** Calls back for Escape, unless a dialog or menu is open, which the key closes instead. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useLayoutEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && countOpenOverlays() === 0) latest.current();
    };
    // First of all listeners: a modal that was opened later hears of it, and is closed, after this.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
