import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PostPages } from './posts.cache.ts';

/** The pages of long lists that are far from the screen. */
const farPages = new WeakSet<object>();
/** Those of them that were left as they are when their list was fetched again. */
const skippedPages = new WeakSet<object>();

/** Returns a function that undoes it. */
export function markFar(page: object): () => void {
  farPages.add(page);
  return () => void farPages.delete(page);
}

/** Whether the page has to be fetched now that it is near the screen; true once. */
export const takeSkipped = (page: object): boolean => skippedPages.delete(page);

/**
 * The loaded page, if it need not be fetched with its list: nobody sees it, it begins where it did, and nothing
 * has made the list invalid. A resume then asks only for what is near the screen, and not for every page in turn.
 */
export function skipFarPage(client: QueryClient, queryKey: QueryKey, cursor: string | null) {
  // New posts are on the first page.
  if (cursor === null) return undefined;
  const state = client.getQueryState<PostPages>(queryKey);
  if (!state?.data || state.isInvalidated) return undefined;
  const page = state.data.pages[state.data.pageParams.indexOf(cursor)];
  if (!page || !farPages.has(page)) return undefined;
  skippedPages.add(page);
  return page;
}
