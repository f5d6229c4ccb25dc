import type { User } from '@lop-xanh/contract/accounts';
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
import { ApiError, isNoAnswer } from './api-errors.ts';
import { recall, remember } from './device-cache.ts';
import { recallQuery } from './remembered-queries.ts';
import { withRetries } from './retries.ts';
import { currentToken, endSession, useSession } from './session.ts';

export type Visitor =
  | { state: 'guest' }
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'member'; user: User };

const profileKey = ['profile'] as const;

export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: loadProfile,
  // What the device remembers opens the app at once, also without a network.
  initialData: () => (recall('profile') as User | null) ?? undefined,
  initialDataUpdatedAt: 0,
  retry: false,
  // A refusal is final until the session changes: the next guard must not ask again.
  retryOnMount: false,
});

const childrenKey = ['classes', 'children'] as const;

/** A parent's children, remembered with their classes; nobody for everyone else. */
export const childrenQuery = queryOptions({
  queryKey: childrenKey,
  queryFn: () => request(auth.children),
  ...recallQuery<ResponseOf<typeof auth.children>>(childrenKey),
  select: ({ children }) => children,
});

/** Who is here, as the guards see it. */
export function useVisitor(): Visitor {
  const hasToken = useSession().token !== null;
  const { data, error, isFetching, refetch } = useQuery({ ...profileQuery, enabled: hasToken });

  const isUnknown = error instanceof ApiError && error.status === 401;
  if (!hasToken || isUnknown) return { state: 'guest' };
  if (data) return { state: 'member', user: data };
  if (error && !isFetching) return { state: 'unreachable', retry: () => void refetch() };
  return { state: 'loading' };
}

/** The logged-in user, on screens behind the guard. */
export function useUser(): User {
  return useSuspenseQuery(profileQuery).data;
}

/**
 * The specification ends the session at every refusal but a 401. It is read so that nobody loses anything:
 * what will pass counts as no answer and keeps the session. A 500 ends it only where it outlasts the
 * retries and the server has not confirmed the user since the page was opened, so never under
 * somebody's hands; what the device holds of the user then stays for their next login.
 */
async function loadProfile({ client }: QueryFunctionContext): Promise<User> {
  const token = currentToken();
  try {
    const user = await withRetries(() => request(auth.me));
    const profile = { ...user, role: parseRole(user.role) ?? user.role };
    remember('profile', profile, token);
    return profile;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401 && !isNoAnswer(error)) {
      const isConfirmed = (client.getQueryState(profileKey)?.dataUpdatedAt ?? 0) > 0;
      if (error.status < 500) endSession(token, 'refused');
      else if (!isConfirmed) endSession(token, 'failed');
    }
    throw error;
  }
}
