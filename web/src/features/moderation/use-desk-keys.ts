import { useEffect, useEffectEvent } from 'react';
import { isForDesk, readKey } from './desk-keys.ts';

/** Calls the action of a pressed key; one that is undefined does nothing. */
export function useDeskKeys(actions: Partial<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForDesk(event)) return;
    const action = actions[readKey(event) ?? ''];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
