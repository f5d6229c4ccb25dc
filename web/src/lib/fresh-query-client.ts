import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from '@tanstack/react-query';

/** A fetch that started before a change may miss it, so invalidation restarts first fetches too. */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // If there is older data, the library restarts the fetch itself.
      if (query.state.data !== undefined) continue;
      void query.cancel({ silent: true });
      void query.fetch().catch(() => {});
    }
    return super.invalidateQueries(filters, options);
  }
}
