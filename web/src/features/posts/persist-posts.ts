import type { Post } from '@lop-xanh/contract/posts';
import type { QueryKey } from '@tanstack/react-query';
import type { Persist } from '../../lib/persisted-queries.ts';
import { mapPosts, type PostPages, postKeys, refreshFrom } from './posts.cache.ts';

type PersistedLists = Record<string, PostPages>;

/**
 * Persists the first page of each list. A comment that was hidden disappears from all lists with the
 * first response that says so, not only from the list, or from the post's page, that was loaded.
 */
export const persistPosts: Persist = ({ name, queryKey, data }, stored) => {
  const isList = queryKey[1] === postKeys.lists[1];
  const [page] = isList ? (data as PostPages).pages : [];
  const newerPosts = isList ? (page?.posts ?? []) : [data as Post];
  const refresh = refreshFrom(newerPosts);
  const lists = Object.entries(stored as PersistedLists);
  return {
    ...Object.fromEntries(lists.map(([name, pages]) => [name, mapPosts(pages, refresh)])),
    ...(page && {
      [name]: withoutUnshownComments({ pages: [page], pageParams: [null] }, queryKey),
    }),
  };
};

/** Words that no card of the list shows stay off the device: it may be long until that list is loaded again. */
function withoutUnshownComments(list: PostPages, queryKey: QueryKey): PostPages {
  const areShown = queryKey[2] === postKeys.list('')[2];
  return areShown ? list : (mapPosts(list, (post) => ({ ...post, comments: [] })) ?? list);
}
