import { useEffect } from 'react';

/** What one tab of this browser tells the others. */
export type TabSignal = 'posts-changed' | 'notifications-changed';

export function signalTabs(signal: TabSignal): void {
  localStorage.setItem(signal, `${Date.now()} ${Math.random()}`);
  // The others have heard it; nothing stays behind.
  localStorage.removeItem(signal);
}

/** Several signals in a row count as one. */
export function useTabSignals(
  signals: readonly TabSignal[],
  afterMs: number,
  onSignal: () => void,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const hear = ({ key }: StorageEvent) => {
      if (!signals.some((signal) => signal === key)) return;
      clearTimeout(timer);
      timer = setTimeout(onSignal, afterMs);
    };
    window.addEventListener('storage', hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', hear);
    };
  }, [signals, afterMs, onSignal]);
}
