import { useEffect, useRef } from 'react';

/** Early enough that the next page has loaded before the user scrolls there. */
const preloadMargin = '800px';

/** The invisible end of an infinite list; calls `onNear` when it is almost in view. */
export function EndOfList({ onNear }: { onNear: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: preloadMargin },
    );
    if (sentinel.current) observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [onNear]);

  return <div ref={sentinel} aria-hidden />;
}
