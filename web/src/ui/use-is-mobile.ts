import { limits } from '@lop-xanh/contract/rules/limits';
import { useSyncExternalStore } from 'react';

const mobile = window.matchMedia(`(width <= ${limits.mobileWidthPx}px)`);

export function isMobile(): boolean {
  return mobile.matches;
}

/** Follows a rotation or a resized window; answers how to stop that. */
export function onMobileChange(follow: () => void): () => void {
  mobile.addEventListener('change', follow);
  return () => mobile.removeEventListener('change', follow);
}

export function useIsMobile(): boolean {
  return useSyncExternalStore(onMobileChange, isMobile);
}
