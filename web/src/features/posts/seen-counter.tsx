import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { seenQuery } from './seen.api.ts';
import classes from './seen-counter.module.css';

const SeenDialog = lazyComponent('seen-dialog', async () => {
  return (await import('./seen-dialog.tsx')).SeenDialog;
});

/** How many families have read the post, for its teachers and Mods; opens the list of the others. */
export function SeenCounter({ post }: { post: Post }) {
  const button = useRef<HTMLButtonElement>(null);
  const isNear = useIsNear(button);
  const { data } = useQuery({ ...seenQuery(post.id), enabled: isNear });
  const [isOpen, setIsOpen] = useState(false);
  const seen = data?.seen ?? '…';
  const families = data?.families ?? '…';
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.counter}
        aria-haspopup="dialog"
        onPointerEnter={SeenDialog.preload}
        onFocus={SeenDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <IconEye size={20} aria-hidden />
        {t`${seen}/${families} gia đình đã xem`}
      </button>
      <Suspense>
        {isOpen && data && (
          <SeenDialog post={post} summary={data} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

/** Whether the element has been close to the screen: a long feed does not ask about every post at once. */
function useIsNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
