import type { User } from '@lop-xanh/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchLessons } from '../features/lessons/lessons.api.ts';
import { prefetchFeed } from '../features/posts/posts.api.ts';
import { paths } from '../lib/paths.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { currentToken } from '../lib/session.ts';
import { profileQuery } from '../lib/visitor.ts';

/** Of the session that the device opens with. */
export const firstClient = createQueryClient();

const screens = new Map<string, (client: QueryClient, user: User) => Promise<void>>([
  [paths.home, prefetchFeed],
  [paths.lessons, prefetchLessons],
]);

/** Asks for what the first address shows before anything is drawn, which takes a slow phone its time. */
export async function prefetchFirstScreen(): Promise<void> {
  await firstClient.prefetchQuery(profileQuery);
  const user = firstClient.getQueryData(profileQuery.queryKey);
  if (!user || user.isChangePass || currentToken() === null) return;
  await screens.get(location.pathname)?.(firstClient, user);
}
