import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query';
import { ApiError, isServerFailure } from './api-errors.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { profileQuery } from './visitor.ts';

const freshMs = 30_000;

/** One client for each session, so that nothing of one account is ever shown to the next. */
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
        // A school's own server can be near when the internet is away.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: freshMs,
        retry: (failures, error) => failures < 1 && isServerFailure(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
