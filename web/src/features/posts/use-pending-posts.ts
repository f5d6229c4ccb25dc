import type { Post } from '@lop-xanh/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOptimisticPosts } from './optimistic-posts.ts';
import { pendingQuery } from './posts.api.ts';

const noPosts: Post[] = [];

/** The loaded pending posts, as the server sent them and with this user's unsent actions applied. */
export function usePendingPosts(options: {
  enabled?: boolean;
  refetchOnWindowFocus: 'always' | boolean;
}) {
  const query = useInfiniteQuery({ ...pendingQuery(), ...options });
  const { data } = query;
  const serverPosts = useMemo(() => data?.pages.flatMap(({ posts }) => posts) ?? noPosts, [data]);
  return { query, serverPosts, posts: useOptimisticPosts(serverPosts, 'pending') };
}

export function useIsPanelLoading(isOpen: boolean): boolean {
  return useInfiniteQuery({ ...pendingQuery(), enabled: isOpen }).isLoading;
}

/** The ids of the posts in the open panel; the feed beside it leaves them out. */
export function usePostIdsInPanel(isOpen: boolean): ReadonlySet<number> {
  const { posts } = usePendingPosts({ enabled: isOpen, refetchOnWindowFocus: false });
  return useMemo(() => new Set(isOpen ? posts.map(({ id }) => id) : []), [isOpen, posts]);
}
