import { useLayoutEffect, useRef } from 'react';

/** Mantine's modals look at the focus this long after they have closed, too. */
const closingMs = 10;

/**
 * Gives the focus back to what had it before something opened, unless the user has moved on. Mantine does that
 * only for a modal that was rendered before it opened and stays after it has closed.
 */
export function useReturnFocus(isOpen = true): void {
  const closing = useRef<{ opener: HTMLElement | null; timer: ReturnType<typeof setTimeout> }>(
    null,
  );
  useLayoutEffect(() => {
    if (!isOpen) return;
    // Opened again at once, it keeps the focus and its opener.
    const opener = closing.current ? closing.current.opener : findOpener();
    clearTimeout(closing.current?.timer);
    return () => {
      const focusedAtClose = document.activeElement;
      const timer = setTimeout(() => {
        closing.current = null;
        const isLost = [document.body, focusedAtClose].includes(document.activeElement);
        if (isLost) opener?.focus({ preventScroll: true });
      }, closingMs);
      closing.current = { opener, timer };
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
