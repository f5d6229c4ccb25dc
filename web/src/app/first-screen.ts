import type { Profile } from '@lop-xanh/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchLessons } from '../features/lessons/lessons.api.ts';
import { prefetchFeeds } from '../features/posts/posts.api.ts';
import { profileQuery } from '../lib/current-user.ts';
import { paths } from '../lib/paths.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { currentToken } from '../lib/session.ts';

/** The query client of the session that exists when the page opens. */
export const firstClient = createQueryClient();

const prefetchers = new Map<string, (client: QueryClient, user: Profile) => Promise<void>>([
  [paths.home, prefetchFeeds],
  [paths.lessons, prefetchLessons],
]);

/** Fetches the first page's data before the first render, which takes a while on a slow phone. */
export async function prefetchFirstScreen(): Promise<void> {
  await firstClient.prefetchQuery(profileQuery);
  const user = firstClient.getQueryData(profileQuery.queryKey);
  if (!user || user.isChangePass || currentToken() === null) return;
  await prefetchers.get(location.pathname)?.(firstClient, user);
}
