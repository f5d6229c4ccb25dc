import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { useSyncExternalStore } from 'react';

const lookMs = 30_000;

export function today(): string {
  return dayInVietnam(new Date());
}

/** The day it is in Vietnam, also on a page that is left open overnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today);
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, lookMs);
  // A device that slept has run no timers.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
