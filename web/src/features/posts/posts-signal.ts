import { limits } from '@lop-xanh/contract/rules/limits';
import { useEffect } from 'react';

const key = 'posts-changed';

/** Tells the other tabs of this browser. */
export function signalPostsChanged(): void {
  localStorage.setItem(key, `${Date.now()} ${Math.random()}`);
}

/** Several signals in a row count as one. */
export function usePostsSignal(onSignal: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const hear = (event: StorageEvent) => {
      if (event.key !== key) return;
      clearTimeout(timer);
      timer = setTimeout(onSignal, limits.feedSignalMs);
    };
    window.addEventListener('storage', hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', hear);
    };
  }, [onSignal]);
}
