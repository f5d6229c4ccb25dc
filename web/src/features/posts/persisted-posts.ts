import type { Post } from '@lop-xanh/contract/posts';
import type { QueryKey } from '@tanstack/react-query';
import { readPersistedQueries } from '../../lib/persisted-queries.ts';
import { type PostPages, postKeys } from './posts.cache.ts';

/** The device stores only the first page of each list. */
export function keepFirstPage(data: unknown, queryKey: QueryKey): PostPages | undefined {
  if (queryKey[1] !== postKeys.lists[1]) return undefined;
  const [page] = (data as PostPages).pages;
  return page && { pages: [page], pageParams: [null] };
}

/** Finds a post in the lists that are stored on the device. */
export function findPersistedPost(id: string): Post | undefined {
  return Object.values(readPersistedQueries('posts') as Record<string, Partial<PostPages>>)
    .flatMap(({ pages = [] }) => pages.flatMap(({ posts }) => posts))
    .find((post) => String(post.id) === id);
}
