import { messages } from '@lop-xanh/contract/messages';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import classes from './pending-panel.module.css';
import { usePendingPosts } from './pending-posts.ts';
import { PendingCard } from './post-card.tsx';
import { waitingListChanged } from './posts.cache.ts';
import { usePostsSignal } from './posts-signal.ts';
import type { ShownPost } from './shown-posts.ts';

interface Props {
  isOpen: boolean;
  onToggle: () => void;
  /** Whether it is fetched anew when the tab comes into view. */
  isWatching: boolean;
}

export function PendingPanel({ isOpen, onToggle, isWatching }: Props) {
  const listId = useId();
  const client = useQueryClient();
  const { query, listed, shown } = usePendingPosts({
    refetchOnWindowFocus: isWatching && 'always',
  });
  const { data, error } = query;
  usePostsSignal(useCallback(() => waitingListChanged(client), [client]));
  useFailureToast(data && error && errorMessageOr(messages.feed.pendingLoadFailed, error));
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
        {isOpen && <WaitingPosts posts={shown} pending={query} />}
      </div>
    </section>
  );
}

interface ListProps {
  posts: readonly ShownPost[];
  pending: ReturnType<typeof usePendingPosts>['query'];
}

function WaitingPosts({ posts, pending }: ListProps) {
  if (pending.isPending) {
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  }
  if (!pending.data && posts.length === 0) {
    const message = errorMessageOr(messages.feed.pendingLoadFailed, pending.error);
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
