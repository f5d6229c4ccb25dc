import { useEffect, useState } from 'react';

/** Smaller movements of a finger mean nothing. */
const minScrollPx = 8;

/** Whether the user scrolls down, and so reads on, rather than up to the header. */
export function useHiddenOnScroll(isEnabled: boolean): boolean {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let lastY = window.scrollY;
    const follow = () => {
      // Safari scrolls beyond both ends of a page, and back.
      const end = document.documentElement.scrollHeight - window.innerHeight;
      const y = Math.max(0, Math.min(window.scrollY, end));
      if (y > 0 && Math.abs(y - lastY) < minScrollPx) return;
      setIsHidden(y > lastY);
      lastY = y;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [isEnabled]);
  return isEnabled && isHidden;
}
