import { limits } from '@lop-xanh/contract/rules/limits';
import { signalTabs, useTabSignals } from '../../lib/tab-signals.ts';

const signals = ['posts-changed'] as const;

/** Tells the other tabs of this browser. */
export function signalPostsChanged(): void {
  signalTabs('posts-changed');
}

export function usePostsSignal(onSignal: () => void): void {
  useTabSignals(signals, limits.feedSignalMs, onSignal);
}
