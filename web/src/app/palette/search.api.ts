import { search } from '@lop-xanh/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

/** Kept only while the palette shows it: names found on a shared computer must not stay. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: () => request(search.find, { query: { q } }),
    gcTime: 0,
    retry: false,
  });
