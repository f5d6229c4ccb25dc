import { auth } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { parseRole } from '@lop-xanh/contract/rules/roles';
import {
  type QueryFunctionContext,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { request } from './api.ts';
import { ApiError, isTransientError } from './api-errors.ts';
import { deleteDeviceCache, readDeviceCache, writeDeviceCache } from './device-cache.ts';
import { restoreQuery } from './persisted-queries.ts';
import { withRetries } from './retries.ts';
import { currentToken, endSession, restartSession, useSession } from './session.ts';

type User = ResponseOf<typeof auth.me>;
type Children = ResponseOf<typeof auth.children>;

export type AuthState =
  | { state: 'guest' }
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'member'; user: User };

const profileKey = ['profile'] as const;

export function readCachedProfile(): User | undefined {
  const cached = readDeviceCache('profile') as User | null;
  // Earlier versions cached a profile without these.
  const later = { substitutions: [], mustAddFactor: false };
  return cached ? { ...later, ...cached } : undefined;
}

export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: loadProfile,
  // The cached profile opens the app at once, even offline.
  initialData: readCachedProfile,
  initialDataUpdatedAt: 0,
  retry: false,
  // An error is final until the session changes: the next guard must not fetch again.
  retryOnMount: false,
});

const childrenKey = ['classes', 'children'] as const;

/** A parent's children, persisted with their classes; empty for other roles. */
export const childrenQuery = queryOptions({
  queryKey: childrenKey,
  queryFn: loadChildren,
  ...restoreQuery<Children>(childrenKey),
  select: ({ children }) => children,
});

export function useAuthState(): AuthState {
  const hasToken = useSession().token !== null;
  const { data, error, isFetching, refetch } = useQuery({ ...profileQuery, enabled: hasToken });

  const isUnauthenticated = error instanceof ApiError && error.status === 401;
  if (!hasToken || isUnauthenticated) return { state: 'guest' };
  if (data) return { state: 'member', user: data };
  if (error && !isFetching) return { state: 'unreachable', retry: () => void refetch() };
  return { state: 'loading' };
}

/** The logged-in user, for pages behind the guard. */
export function useUser(): User {
  return useSuspenseQuery(profileQuery).data;
}

/** Everything about a child who is no longer the user's, for example erased, leaves the device at once. */
async function loadChildren({ client }: QueryFunctionContext) {
  const known = client.getQueryData<Children>(childrenKey)?.children ?? [];
  const loaded = await request(auth.children);
  const ids = new Set(loaded.children.map(({ id }) => id));
  if (known.some(({ id }) => !ids.has(id))) {
    for (const key of ['posts', 'classes'] as const) deleteDeviceCache(key);
    restartSession();
  }
  return loaded;
}

/**
 * The specification ends the session at every error except a 401. We read it so that no user loses work:
 * transient errors keep the session. A 500 ends it only if it outlasts the retries and the server has not
 * confirmed the user since the page was opened, so never in the middle of work; the data on the device
 * then stays for the user's next login.
 */
async function loadProfile({ client }: QueryFunctionContext): Promise<User> {
  const token = currentToken();
  try {
    const user = await withRetries(() => request(auth.me));
    const profile = { ...user, role: parseRole(user.role) ?? user.role };
    writeDeviceCache('profile', profile, token);
    return profile;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401 && !isTransientError(error)) {
      const isConfirmed = (client.getQueryState(profileKey)?.dataUpdatedAt ?? 0) > 0;
      if (error.status < 500) endSession(token, 'rejected');
      else if (!isConfirmed) endSession(token, 'failed');
    }
    throw error;
  }
}
