import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { EndOfList } from '../../ui/end-of-list.tsx';
import { NearViewport } from '../../ui/near-viewport.tsx';
import { TreePicture } from '../../ui/pictures.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { markFar, takeSkipped } from './far-pages.ts';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { groupByPage } from './group-by-page.ts';
import { useOptimisticPosts } from './optimistic-posts.ts';
import { PostCard } from './post-card.tsx';
import classes from './post-feed.module.css';
import { type FeedFilter, feedQuery } from './posts.api.ts';

interface Props {
  filter: FeedFilter;
  heading: ReactNode;
  emptyTitle: string;
  /** Posts that another part of the screen shows. */
  excludedIds?: ReadonlySet<number>;
  /** Leaves out the other posts. */
  isShown?: ((post: Post) => boolean) | undefined;
  /** By default only what is no longer fresh. */
  refetchOnWindowFocus?: 'always' | true;
  /** If set, a button loads more posts; otherwise scrolling does. */
  hasListBelow?: boolean;
}

export function PostFeed({ heading, ...props }: Props) {
  return (
    <section className={classes.list}>
      {heading}
      <FeedCards {...props} />
    </section>
  );
}

/** Whether the list has neither posts nor an error to show yet. */
export function useIsFeedLoading(filter: Props['filter']): boolean {
  return useInfiniteQuery(feedQuery(filter)).isLoading;
}

function FeedCards({
  filter,
  emptyTitle,
  excludedIds,
  isShown,
  refetchOnWindowFocus = true,
  hasListBelow = false,
}: Omit<Props, 'heading'>) {
  const feed = useInfiniteQuery({
    ...feedQuery(filter),
    refetchOnWindowFocus,
  });
  const { fetchNextPage, refetch, hasNextPage, isFetching, isFetchNextPageError } = feed;
  const errorMessage = feed.error && describeError(feed.error, messages.feed.loadFailed);
  useFailureToast(feed.data && errorMessage);

  // Deferred, so that a slow phone stays responsive while it renders a page of cards.
  const data = useDeferredValue(feed.data);
  const serverPosts = useMemo(() => data?.pages.flatMap((page) => page.posts) ?? [], [data]);
  const postsWithContent = useOptimisticPosts(serverPosts, filter).filter(hasContent);
  const posts = postsWithContent.filter(
    (post) => !excludedIds?.has(post.id) && (isShown?.(post) ?? true),
  );

  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  const refresh = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);

  if (feed.isPending || (feed.data && !data)) return <FeedSkeleton />;
  if (!feed.data && postsWithContent.length === 0) {
    return (
      <Card>
        <ErrorState message={errorMessage ?? ''} retry={() => void feed.refetch()} />
      </Card>
    );
  }
  if (posts.length === 0 && !hasNextPage) {
    return (
      <Card>
        <EmptyState
          picture={<TreePicture />}
          title={postsWithContent.length === 0 ? emptyTitle : t`Chưa có bài viết nào khác`}
        />
      </Card>
    );
  }
  const isMoreButtonShown = hasListBelow || isFetchNextPageError;
  return (
    <>
      {groupByPage(posts, data?.pages ?? []).map(({ page, items }) => (
        // Not by its first post: a new one on top must not take the focus from a comment that is being written.
        <FeedPage key={page} page={data?.pages[page]} refresh={refresh}>
          {items.map((post) => (
            <PostCard key={post.id} post={post} isFirst={post === posts[0]} />
          ))}
        </FeedPage>
      ))}
      {hasNextPage && isMoreButtonShown && (
        <PlainButton
          variant="default"
          isLoading={feed.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t`Xem thêm bài viết`}
        </PlainButton>
      )}
      {hasNextPage && !isMoreButtonShown && <EndOfList onNear={loadMore} />}
      {feed.isFetchingNextPage && !isMoreButtonShown && <FeedSkeleton />}
    </>
  );
}

interface FeedPageProps {
  page: object | undefined;
  refresh: () => void;
  children: ReactNode;
}

/** A page that was left out of a fetch of the list is fetched when the reader comes near it. */
function FeedPage({ page, refresh, children }: FeedPageProps) {
  const [isFar, setIsFar] = useState(false);
  useEffect(() => {
    if (!page) return;
    if (isFar) return markFar(page);
    if (takeSkipped(page)) refresh();
  }, [page, isFar, refresh]);
  return (
    <NearViewport className={classes.list ?? ''} onFarChange={setIsFar}>
      {children}
    </NearViewport>
  );
}

function hasContent({ title, content, attachments }: Post): boolean {
  return title.trim() !== '' || content.trim() !== '' || attachments.length > 0;
}
