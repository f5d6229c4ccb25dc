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
import { ApiError, isServerFailure } from './api-errors.ts';
import { readCachedProfile } from './cached-profile.ts';
import { storeProfile } from './device-cache.ts';
import { clearEntries } from './persisted-entries.ts';
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

  const isUnauthenticated = isRejected(error) && error.status === 401;
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
    clearEntries();
    restartSession();
  }
  return loaded;
}

/** The server itself said no, as opposed to a failure or a proxy in between. */
function isRejected(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isFromServer && !isServerFailure(error);
}

/**
 * The specification ends the session at every error except a 401. We read it so that no user loses work: only
 * a final answer of the server ends it, and no failure does.
 */
async function loadProfile(): Promise<User> {
  const token = currentToken();
  try {
    const user = await withRetries(() => request(auth.me));
    const profile = { ...user, role: parseRole(user.role) ?? user.role };
    storeProfile(profile, token);
    return profile;
  } catch (error) {
    const isFinal = isRejected(error) && ![401, 429].includes(error.status);
    if (isFinal) endSession(token, 'rejected');
    throw error;
  }
}
