import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-errors.ts';
import { profileQuery } from './current-user.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { shouldRetryQuery } from './retries.ts';

const staleTimeMs = 30_000;

/** Every session has its own client, so that no user ever sees another user's data. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    const mustChangePassword =
      error instanceof ApiError && error.code === 'password_change_required';
    if (mustChangePassword) void client.invalidateQueries(profileQuery);
  };
  const client = new FreshQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A server inside the school is reachable without the internet.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: staleTimeMs,
        retry: shouldRetryQuery,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** The client of the session that exists when the page opens. */
export const firstClient = createQueryClient();
