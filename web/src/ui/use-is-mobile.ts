import { limits } from '@lop-xanh/contract/rules/limits';
import { useSyncExternalStore } from 'react';

const mobile = window.matchMedia(`(width <= ${limits.mobileWidthPx}px)`);

export function isMobile(): boolean {
  return mobile.matches;
}

/** Follows a rotation or a resized window. */
export function useIsMobile(): boolean {
  return useSyncExternalStore((onChange) => {
    mobile.addEventListener('change', onChange);
    return () => mobile.removeEventListener('change', onChange);
  }, isMobile);
}
