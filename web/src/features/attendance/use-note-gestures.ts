import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const longPressMs = 500;
const swipePx = 48;
/** A finger never lies perfectly still. */
const stillPx = 10;

interface Press {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

/** A long press on a row, or a swipe to either side, opens the note. The click that ends it means nothing else. */
export function useNoteGestures(openNote: () => void) {
  const press = useRef<Press>(null);
  const isGesture = useRef(false);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const open = () => {
    cancel();
    isGesture.current = true;
    openNote();
  };

  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary, button, target }: PointerEvent) => {
      isGesture.current = false;
      cancel();
      const isInField = target instanceof HTMLInputElement;
      if (!isPrimary || button !== 0 || isInField) return;
      press.current = { x, y, timer: setTimeout(open, longPressMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!press.current) return;
      const [dx, dy] = [Math.abs(clientX - press.current.x), Math.abs(clientY - press.current.y)];
      if (dx > swipePx && dx > 2 * dy) open();
      else if (dy > stillPx) cancel();
      else if (dx > stillPx) clearTimeout(press.current.timer);
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onClickCapture: (event: MouseEvent) => {
      if (isGesture.current) event.stopPropagation();
      isGesture.current = false;
    },
    // A long press on Android would open a menu over the field.
    onContextMenu: (event: MouseEvent) => {
      if (press.current || isGesture.current) event.preventDefault();
    },
  };
}
