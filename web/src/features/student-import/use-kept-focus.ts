import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus near an answered question, which disappears with what was focused in it: on the next value after
 * one was typed, otherwise on the heading, so that no keyboard of a phone opens.
 */
export function useKeptFocus() {
  const panel = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false;
    if (!isLost || document.activeElement !== document.body) return;
    const hasTyped = focused.current?.matches('input');
    const next =
      (hasTyped && panel.current?.querySelector<HTMLElement>('form input')) ||
      panel.current?.querySelector<HTMLElement>('h2');
    next?.focus({ preventScroll: !hasTyped });
  });
  return {
    ref: panel,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
  };
}
