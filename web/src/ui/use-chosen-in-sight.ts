import { useEffect, useRef } from 'react';
import { onMobileChange } from './use-is-mobile.ts';

/** For a list that scrolls: its chosen item stays in sight, also when the screen is turned. The page does not move. */
export function useChosenInSight<List extends HTMLElement>(position: number) {
  const list = useRef<List>(null);
  useEffect(() => {
    const show = () => {
      const frame = list.current?.getBoundingClientRect();
      const box = list.current?.children[position]?.getBoundingClientRect();
      if (!frame || !box) return;
      list.current?.scrollBy(
        box.left - frame.left - (frame.width - box.width) / 2,
        box.top - frame.top - (frame.height - box.height) / 2,
      );
    };
    show();
    return onMobileChange(show);
  }, [position]);
  return list;
}
