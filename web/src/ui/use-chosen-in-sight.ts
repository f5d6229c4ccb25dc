import { useEffect, useRef } from 'react';

/** For a list that scrolls: its chosen item is brought to the middle whenever it is out of sight. The page does not move. */
export function useChosenInSight<List extends HTMLElement>(position: number) {
  const list = useRef<List>(null);
  useEffect(() => {
    if (!list.current) return;
    const show = () => bringIntoSight(list.current, list.current?.children[position]);
    // Told at once, and whenever the screen is turned or the window resized.
    const observer = new ResizeObserver(show);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [position]);
  return list;
}

function bringIntoSight(list: Element | null, item: Element | undefined): void {
  if (!list || !item) return;
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const isWhole =
    box.left >= frame.left &&
    box.right <= frame.right &&
    box.top >= frame.top &&
    box.bottom <= frame.bottom;
  if (isWhole) return;
  list.scrollBy(
    box.left - frame.left - (frame.width - box.width) / 2,
    box.top - frame.top - (frame.height - box.height) / 2,
  );
}
