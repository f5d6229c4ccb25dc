import type { Post } from '@lop-xanh/contract/posts';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import {
  type RestoredOptions,
  readPersistedQueries,
  restoreQuery,
} from '../../lib/persisted-queries.ts';
import { normalizePage, normalizePost } from './normalize-posts.ts';
import type { PostPages } from './posts.cache.ts';

/** Like `restoreQuery`; older versions of the app stored less about a post. */
export function restorePages<Page extends { posts: Post[] }>(
  queryKey: QueryKey,
): RestoredOptions<InfiniteData<Page, string | null>> {
  const { initialData, ...options } = restoreQuery<InfiniteData<Page, string | null>>(queryKey);
  return {
    ...options,
    initialData: () => {
      const data = initialData();
      return data && { ...data, pages: data.pages.map((page) => normalizePage(page) as Page) };
    },
  };
}

/** Finds a post in the lists that are stored on the device. */
export function findPersistedPost(id: string): Post | undefined {
  const found = Object.values(readPersistedQueries('posts') as Record<string, Partial<PostPages>>)
    .flatMap(({ pages = [] }) => pages.flatMap(({ posts }) => posts))
    .find((post) => String(post.id) === id);
  return found && normalizePost(found);
}
