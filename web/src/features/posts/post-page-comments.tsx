import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { OptimisticPost } from './local-posts.ts';
import classes from './post-comments.module.css';
import { PostComments } from './post-comments.tsx';
import { useLoadOlderComments } from './posts.api.ts';

/** The latest comments, with older ones loaded above them on demand. */
export function PostPageComments({ post }: { post: OptimisticPost }) {
  const { comments, commentsNext } = post;
  // Of the posts of former classes, the device keeps no comments.
  const areLoaded = comments.length > 0 || post.commentCount === 0;
  const container = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ element: Element; top: number } | null>(null);
  const olderComments = useLoadOlderComments(post, () => {
    const element = container.current?.querySelector('li');
    if (element) anchor.current = { element, top: getTop(element) };
  });

  // Keeps the scroll position when older comments appear above. Not every browser does that by itself.
  const firstId = comments[0]?.id;
  useLayoutEffect(() => {
    if (!firstId || !anchor.current) return;
    const { element, top } = anchor.current;
    anchor.current = null;
    window.scrollBy({ top: getTop(element) - top, behavior: 'instant' });
    // After the last page the focused button disappears, so move the focus to the list.
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true });
  }, [firstId]);

  return (
    <div ref={container} tabIndex={-1} className={classes.pageComments}>
      {commentsNext && (
        <Button
          variant="default"
          loading={olderComments.isPending}
          onClick={() => olderComments.mutate()}
        >
          {t`Xem bình luận cũ hơn`}
        </Button>
      )}
      {areLoaded && <PostComments postId={post.id} comments={comments} hasTimestamps />}
    </div>
  );
}

function getTop(element: Element): number {
  return element.getBoundingClientRect().top;
}
