import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { useSyncExternalStore } from 'react';

const checkIntervalMs = 30_000;

export function today(): string {
  return getVietnamDate(new Date());
}

/** The date in Vietnam, up to date even on a page left open overnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today);
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, checkIntervalMs);
  // A sleeping device runs no timers.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
