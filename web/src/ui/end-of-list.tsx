import { useEffect, useRef } from 'react';

/** Far enough ahead that the next page is there before the reader is. */
const lead = '800px';

/** The invisible end of a growing list, which asks for more when it comes near. */
export function EndOfList({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: lead },
    );
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onNear]);

  return <div ref={mark} aria-hidden />;
}
