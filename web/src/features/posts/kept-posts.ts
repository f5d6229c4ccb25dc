import type { Post } from '@lop-xanh/contract/posts';
import type { QueryKey } from '@tanstack/react-query';
import { recallArea } from '../../lib/remembered-queries.ts';
import { type Pages, postKeys } from './posts.cache.ts';

/** Of every list the device keeps the first page. */
export function firstPageOnly(data: unknown, queryKey: QueryKey): Pages | undefined {
  if (queryKey[1] !== postKeys.pages[1]) return undefined;
  const [page] = (data as Pages).pages;
  return page && { pages: [page], pageParams: [null] };
}

/** A post that stands in one of the kept lists. */
export function recallPost(id: string): Post | undefined {
  return Object.values(recallArea('posts') as Record<string, Partial<Pages>>)
    .flatMap(({ pages = [] }) => pages.flatMap(({ posts }) => posts))
    .find((post) => String(post.id) === id);
}
