import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { refusalOr } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import classes from './pending-panel.module.css';
import { PendingCard } from './post-card.tsx';
import { pendingQuery } from './posts.api.ts';
import { waitingListChanged } from './posts.cache.ts';
import { usePostsSignal } from './posts-signal.ts';
import { type ShownPost, useShownPosts } from './shown-posts.ts';

interface Props {
  isOpen: boolean;
  onToggle: () => void;
  /** Whether it is fetched anew when the tab comes into view. */
  isWatching: boolean;
}

export function PendingPanel({ isOpen, onToggle, isWatching }: Props) {
  const listId = useId();
  const client = useQueryClient();
  const { data, error } = useInfiniteQuery({
    ...pendingQuery(),
    refetchOnWindowFocus: isWatching && 'always',
  });
  usePostsSignal(useCallback(() => waitingListChanged(client), [client]));
  useFailureToast(data && error && refusalOr(messages.feed.pendingLoadFailed, error));
  const listed = useListed(data);
  const shown = useShownPosts(listed, 'pending');
  const onServer = data?.pages[0]?.count;
  const count = onServer === undefined ? undefined : onServer + shown.length - listed.length;

  return (
    <section className={classes.panel}>
      <h2>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={onToggle}
        >
          Pending posts
          {count !== undefined && (
            <span className={classes.count} data-none={count === 0 || undefined}>
              {count}
            </span>
          )}
          <IconChevronDown size={22} aria-hidden />
        </button>
      </h2>
      <div id={listId} className={classes.list} hidden={!isOpen}>
        {isOpen && <WaitingPosts posts={shown} />}
      </div>
    </section>
  );
}

/** The same list while the pages are the same. */
function useListed(data: { pages: { posts: Post[] }[] } | undefined): Post[] {
  return useMemo(() => data?.pages.flatMap(({ posts }) => posts) ?? [], [data]);
}

function WaitingPosts({ posts }: { posts: readonly ShownPost[] }) {
  const pending = useInfiniteQuery({ ...pendingQuery(), refetchOnWindowFocus: false });
  if (pending.isPending) {
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  }
  if (!pending.data && posts.length === 0) {
    const message = refusalOr(messages.feed.pendingLoadFailed, pending.error);
    return (
      <Card>
        <ErrorState message={message} retry={() => void pending.refetch()} />
      </Card>
    );
  }
  if (posts.length === 0) {
    return (
      <Card>
        <EmptyState picture={<SproutPicture />} title={messages.feed.nonePending} />
      </Card>
    );
  }
  return (
    <>
      {posts.map((post) => (
        <PendingCard key={post.id} post={post} />
      ))}
      {pending.hasNextPage && (
        <Button
          variant="default"
          loading={pending.isFetchingNextPage}
          onClick={() => void pending.fetchNextPage()}
        >
          Xem thêm bài chờ duyệt
        </Button>
      )}
    </>
  );
}
