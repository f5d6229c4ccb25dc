import { type ReactNode, useEffect, useRef, useState } from 'react';

/** In screens above and below the one in view. */
const margin = '200% 0px';

interface Props {
  className: string;
  onFarChange: (isFar: boolean) => void;
  children: ReactNode;
}

/** A part of a long list. Far from the screen it is an empty box of the same height, so that nothing moves. */
export function NearViewport({ className, onFarChange, children }: Props) {
  const part = useRef<HTMLDivElement>(null);
  const [farHeight, setFarHeight] = useState<number | null>(null);
  const isFar = farHeight !== null;
  useEffect(() => onFarChange(isFar), [onFarChange, isFar]);

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const { target, isIntersecting, boundingClientRect } = entry;
        if (isIntersecting) setFarHeight(null);
        // A hidden page has no height, and whoever writes a comment keeps the focus.
        else if (boundingClientRect.height > 0 && !target.contains(document.activeElement)) {
          setFarHeight(boundingClientRect.height);
        }
      },
      { rootMargin: margin },
    );
    if (part.current) observer.observe(part.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={part} className={className} style={{ height: farHeight ?? undefined }}>
      {!isFar && children}
    </div>
  );
}
