import type { Post } from '@lop-xanh/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pendingQuery } from './posts.api.ts';
import { useShownPosts } from './shown-posts.ts';

const none: Post[] = [];

/** The pending posts that are loaded, as the server has them and as they are shown. */
export function usePendingPosts(options: {
  enabled?: boolean;
  refetchOnWindowFocus: 'always' | false;
}) {
  const query = useInfiniteQuery({ ...pendingQuery(), ...options });
  const { data } = query;
  const listed = useMemo(() => data?.pages.flatMap(({ posts }) => posts) ?? none, [data]);
  return { query, listed, shown: useShownPosts(listed, 'pending') };
}

/** The posts that an open panel shows, so that no list beside it shows them again. */
export function useIdsInPanel(isOpen: boolean): ReadonlySet<number> {
  const { shown } = usePendingPosts({ enabled: isOpen, refetchOnWindowFocus: false });
  return useMemo(() => new Set(isOpen ? shown.map(({ id }) => id) : []), [isOpen, shown]);
}
