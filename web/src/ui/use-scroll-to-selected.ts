import { useEffect, useRef } from 'react';

/** Centres the selected item of a scrolling list when it is out of view, without scrolling the page. */
export function useScrollToSelected<List extends HTMLElement>(index: number) {
  const list = useRef<List>(null);
  useEffect(() => {
    if (!list.current) return;
    const scroll = () => scrollIntoView(list.current, list.current?.children[index]);
    // Called at once, and whenever the list is resized.
    const observer = new ResizeObserver(scroll);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [index]);
  return list;
}

function scrollIntoView(list: Element | null, item: Element | undefined): void {
  if (!list || !item) return;
  const [listBox, itemBox] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const isFullyVisible =
    itemBox.left >= listBox.left &&
    itemBox.right <= listBox.right &&
    itemBox.top >= listBox.top &&
    itemBox.bottom <= listBox.bottom;
  if (isFullyVisible) return;
  list.scrollBy(
    itemBox.left - listBox.left - (listBox.width - itemBox.width) / 2,
    itemBox.top - listBox.top - (listBox.height - itemBox.height) / 2,
  );
}
