import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './post-comments.module.css';
import { PostComments } from './post-comments.tsx';
import { useOlderComments } from './posts.api.ts';
import type { ShownPost } from './shown-posts.ts';

/** The comments on a post's own page: the latest, and above them older ones on demand. */
export function PageComments({ post }: { post: ShownPost }) {
  const { comments, commentsNext } = post;
  const area = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ element: Element; top: number } | null>(null);
  const older = useOlderComments(post, () => {
    const element = area.current?.querySelector('li');
    if (element) anchor.current = { element, top: topOf(element) };
  });

  // What was the first comment stays where it was on the screen. Not every browser does that by itself.
  const firstId = comments[0]?.id;
  useLayoutEffect(() => {
    if (!firstId || !anchor.current) return;
    const { element, top } = anchor.current;
    anchor.current = null;
    window.scrollBy({ top: topOf(element) - top, behavior: 'instant' });
    // The button is gone with the last page, and the focus must not go with it.
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, [firstId]);

  return (
    <div ref={area} tabIndex={-1} className={classes.whole}>
      {commentsNext && (
        <Button variant="default" loading={older.isPending} onClick={() => older.mutate()}>
          Xem bình luận cũ hơn
        </Button>
      )}
      <PostComments comments={comments} hasTimes />
    </div>
  );
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}
