import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { EndOfList } from '../../ui/end-of-list.tsx';
import { TreePicture } from '../../ui/pictures.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { FeedSkeleton } from './feed-skeleton.tsx';
import classes from './home-page.module.css';
import { PostCard } from './post-card.tsx';
import { feedQuery, type Which } from './posts.api.ts';
import { useShownPosts } from './shown-posts.ts';

interface Props {
  which: Which;
  heading: ReactNode;
  emptyText: string;
  /** Posts that stand elsewhere on the screen. */
  without?: ReadonlySet<number>;
  /** Whether it is fetched anew when the tab comes into view. */
  isWatching: boolean;
  /** With another list below it, it grows by a button. */
  hasListBelow?: boolean;
}

export function PostFeed({ heading, ...props }: Props) {
  return (
    <section className={classes.list}>
      {heading}
      <Posts {...props} />
    </section>
  );
}

function Posts({
  which,
  emptyText,
  without,
  isWatching,
  hasListBelow = false,
}: Omit<Props, 'heading'>) {
  const feed = useInfiniteQuery({
    ...feedQuery(which),
    refetchOnWindowFocus: isWatching && 'always',
  });
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = feed;
  const message = feed.error && errorMessageOr(messages.feed.loadFailed, feed.error);
  useFailureToast(feed.data && message);

  // Deferred: a whole page of cards appears in slices, and a slow phone stays responsive meanwhile.
  const data = useDeferredValue(feed.data);
  const listed = useMemo(() => data?.pages.flatMap((page) => page.posts) ?? [], [data]);
  const all = useShownPosts(listed, which).filter(isWorthShowing);
  const posts = all.filter(({ id }) => !without?.has(id));

  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);

  if (feed.isPending || (feed.data && !data)) return <FeedSkeleton />;
  if (!feed.data && all.length === 0) {
    return (
      <Card>
        <ErrorState message={message ?? ''} retry={() => void feed.refetch()} />
      </Card>
    );
  }
  if (posts.length === 0 && !hasNextPage) {
    return (
      <Card>
        <EmptyState
          picture={<TreePicture />}
          title={all.length === 0 ? emptyText : 'Chưa có bài viết nào khác'}
        />
      </Card>
    );
  }
  const isByButton = hasListBelow || isFetchNextPageError;
  return (
    <>
      {posts.map((post, place) => (
        <PostCard key={post.id} post={post} isFirst={place === 0} />
      ))}
      {hasNextPage && isByButton && (
        <Button
          variant="default"
          loading={feed.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Xem thêm bài viết
        </Button>
      )}
      {hasNextPage && !isByButton && <EndOfList onNear={loadMore} />}
      {feed.isFetchingNextPage && !isByButton && <FeedSkeleton />}
    </>
  );
}

function isWorthShowing({ title, content, attachments }: Post): boolean {
  return title.trim() !== '' || content.trim() !== '' || attachments.length > 0;
}
