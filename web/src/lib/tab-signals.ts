import { useEffect } from 'react';

/** A signal from one tab to the others. */
export type TabSignal = 'posts-changed' | 'notifications-changed';

export function signalTabs(signal: TabSignal): void {
  localStorage.setItem(signal, `${Date.now()} ${Math.random()}`);
  // The other tabs have received it, so it need not stay.
  localStorage.removeItem(signal);
}

/** Debounced: several signals in a row count as one. */
export function useTabSignals(
  signals: readonly TabSignal[],
  delayMs: number,
  onSignal: () => void,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onStorage = ({ key }: StorageEvent) => {
      if (!signals.some((signal) => signal === key)) return;
      clearTimeout(timer);
      timer = setTimeout(onSignal, delayMs);
    };
    window.addEventListener('storage', onStorage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
    };
  }, [signals, delayMs, onSignal]);
}
