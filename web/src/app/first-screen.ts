import type { Profile } from '@lop-xanh/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { preloadHome } from '../features/home/lazy-homes.ts';
import { prefetchToday } from '../features/home/today.api.ts';
import { prefetchFeeds } from '../features/posts/posts.api.ts';
import { readCachedProfile } from '../lib/cached-profile.ts';
import { profileQuery } from '../lib/current-user.ts';
import { dropEarlyResponses } from '../lib/early-responses.ts';
import { paths } from '../lib/paths.ts';
import { firstClient } from '../lib/query-client.ts';
import { currentToken } from '../lib/session.ts';

const prefetchers = new Map<string, (client: QueryClient, user: Profile) => Promise<void>>([
  [paths.home, prefetchHome],
  [paths.lessons, prefetchLibrary],
]);

async function prefetchHome(client: QueryClient, user: Profile): Promise<void> {
  await Promise.all([prefetchFeeds(client, user), prefetchToday(client, user)]);
}

/** Its code comes with the page's. */
async function prefetchLibrary(client: QueryClient, user: Profile): Promise<void> {
  const { prefetchLessons } = await import('../features/lessons/lessons.api.ts');
  await prefetchLessons(client, user);
}

/** Fetches the first page's data before the first render, which takes a while on a slow phone. */
export async function prefetchFirstScreen(): Promise<void> {
  try {
    await prefetchData();
  } finally {
    dropEarlyResponses();
  }
}

async function prefetchData(): Promise<void> {
  const isHome = location.pathname === paths.home;
  const cached = readCachedProfile();
  if (isHome && cached) preloadHome(cached.role);
  await firstClient.prefetchQuery(profileQuery);
  const user = firstClient.getQueryData(profileQuery.queryKey);
  if (!user || user.isChangePass || user.mustAddFactor || currentToken() === null) return;
  if (isHome) preloadHome(user.role);
  await prefetchers.get(location.pathname)?.(firstClient, user);
}
