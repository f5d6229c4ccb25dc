import { useLayoutEffect } from 'react';

/** Mantine's modals look at the focus this long after they have closed, too. */
const closingMs = 10;

/**
 * Gives the focus back to what had it before something opened, unless the user has moved on. Mantine does that
 * only for a modal that was rendered before it opened and stays after it has closed.
 */
export function useReturnFocus(isOpen = true): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = findOpener();
    return () => {
      const focusedAtClose = document.activeElement;
      setTimeout(() => {
        const isLost = [document.body, focusedAtClose].includes(document.activeElement);
        if (isLost) opener?.focus({ preventScroll: true });
      }, closingMs);
    };
  }, [isOpen]);
}

/** The focused element, or the button of the menu that it is in, which closes. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role=menu]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement ? opener : null;
}
