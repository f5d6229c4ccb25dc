import { limits } from '@lop-xanh/contract/rules/limits';
import { useSyncExternalStore } from 'react';

const mobileQuery = window.matchMedia(`(max-width: ${limits.mobileWidthPx}px)`);
const printQuery = window.matchMedia('print');
let wasMobile = mobileQuery.matches;

/** Does not change while printing: print styles handle the paper's width. */
export function isMobile(): boolean {
  if (!printQuery.matches) wasMobile = mobileQuery.matches;
  return wasMobile;
}

export function useIsMobile(): boolean {
  return useSyncExternalStore((onChange) => {
    mobileQuery.addEventListener('change', onChange);
    return () => mobileQuery.removeEventListener('change', onChange);
  }, isMobile);
}
