import { limits } from '@lop-xanh/contract/rules/limits';
import { useSyncExternalStore } from 'react';

const mobile = window.matchMedia(`(width <= ${limits.mobileWidthPx}px)`);
const paper = window.matchMedia('print');
let wasMobile = mobile.matches;

/** What is printed is laid out by its styles: the screen stays as it is meanwhile. */
export function isMobile(): boolean {
  if (!paper.matches) wasMobile = mobile.matches;
  return wasMobile;
}

/** Follows a rotation or a resized window. */
export function useIsMobile(): boolean {
  return useSyncExternalStore((onChange) => {
    mobile.addEventListener('change', onChange);
    return () => mobile.removeEventListener('change', onChange);
  }, isMobile);
}
