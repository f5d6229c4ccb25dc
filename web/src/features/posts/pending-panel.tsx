import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { CommentSettingsButton } from '../moderation/public.ts';
import type { OptimisticPost } from './local-posts.ts';
import classes from './pending-panel.module.css';
import { PendingPostCard } from './pending-post-card.tsx';
import { invalidatePendingPosts } from './posts.cache.ts';
import { usePostsChangedInOtherTab } from './posts-changed-signal.ts';
import { usePendingPosts } from './use-pending-posts.ts';

interface Props {
  isOpen: boolean;
  onToggle: () => void;
  refetchOnWindowFocus: 'always' | boolean;
}

export function PendingPanel({ isOpen, onToggle, refetchOnWindowFocus }: Props) {
  const listId = useId();
  const isMod = useUser().role === 'Mod';
  const client = useQueryClient();
  const { query, serverPosts, posts } = usePendingPosts({ refetchOnWindowFocus });
  const { data, error } = query;
  usePostsChangedInOtherTab(useCallback(() => invalidatePendingPosts(client), [client]));
  useFailureToast(data && error && describeError(error, messages.feed.pendingLoadFailed));
  const serverCount = data?.pages[0]?.count;
  const localDelta = posts.length - serverPosts.length;
  const count = serverCount === undefined ? undefined : serverCount + localDelta;

  return (
    <section className={classes.panel}>
      <div className={classes.header}>
        <h2>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={onToggle}
          >
            <span lang={getTextLanguage(t`Pending posts`)}>{t`Pending posts`}</span>
            {count !== undefined && (
              <span className={classes.count} data-empty={count === 0 || undefined}>
                {count}
              </span>
            )}
            <IconChevronDown size={22} aria-hidden />
          </button>
        </h2>
        {isMod && <CommentSettingsButton />}
      </div>
      <div id={listId} className={classes.list} hidden={!isOpen}>
        {isOpen && <PendingPosts posts={posts} query={query} />}
      </div>
    </section>
  );
}

interface PendingPostsProps {
  posts: readonly OptimisticPost[];
  query: ReturnType<typeof usePendingPosts>['query'];
}

function PendingPosts({ posts, query }: PendingPostsProps) {
  if (query.isPending) {
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  }
  if (!query.data && posts.length === 0) {
    const message = describeError(query.error, messages.feed.pendingLoadFailed);
    return (
      <Card>
        <ErrorState message={message} retry={() => void query.refetch()} />
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
        <PendingPostCard key={post.id} post={post} />
      ))}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t`Xem thêm bài chờ duyệt`}
        </Button>
      )}
    </>
  );
}
