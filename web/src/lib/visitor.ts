import type { User } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import type { AnswerOf } from '@lop-xanh/contract/endpoint';
import { parseRole } from '@lop-xanh/contract/rules/roles';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { ApiError } from './api-errors.ts';
import { recall, remember } from './device-cache.ts';
import { recallQuery } from './remembered-queries.ts';
import { currentToken, endSession, useSession } from './session.ts';

const quickRetries = 2;
const quickRetryMs = 300;

export type Visitor =
  | { state: 'guest' }
  | { state: 'loading' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'member'; user: User };

export const profileQuery = queryOptions({
  queryKey: ['profile'],
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
  queryFn: () => call(auth.children),
  ...recallQuery<AnswerOf<typeof auth.children>>(childrenKey),
  select: ({ children }) => children,
});

/** Who is here, as the guards see it. */
export function useVisitor(): Visitor {
  const hasToken = useSession().token !== null;
  const { data, error, isFetching, refetch } = useQuery({ ...profileQuery, enabled: hasToken });

  if (!hasToken || error instanceof ApiError) return { state: 'guest' };
  if (data) return { state: 'member', user: data };
  if (error && !isFetching) return { state: 'unreachable', retry: () => void refetch() };
  return { state: 'loading' };
}

/** The logged-in user, on screens behind the guard. */
export function useUser(): User {
  return useSuspenseQuery(profileQuery).data;
}

/** A 401 is left alone, no answer keeps the session, any other refusal ends it. */
async function loadProfile(): Promise<User> {
  const token = currentToken();
  try {
    const user = await withQuickRetries(() => call(auth.me));
    const profile = { ...user, role: parseRole(user.role) ?? user.role };
    remember('profile', profile, token);
    return profile;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) endSession(token, 'refused');
    throw error;
  }
}

async function withQuickRetries<T>(attempt: () => Promise<T>, left = quickRetries): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (left === 0 || !(error instanceof ApiError && error.status >= 500)) throw error;
    await new Promise((done) => setTimeout(done, quickRetryMs));
    return withQuickRetries(attempt, left - 1);
  }
}
