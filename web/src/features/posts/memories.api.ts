import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { memories } from '@lop-xanh/contract/memories';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';

const memoriesKey = ['classes', 'memories'] as const;

/** The former classes with posts, newest first; persisted with the classes. */
export const memoriesQuery = queryOptions({
  queryKey: memoriesKey,
  queryFn: () => request(memories.list),
  ...restoreQuery<ResponseOf<typeof memories.list>>(memoriesKey),
  select: ({ classes }) => classes,
  // Changes only when somebody moves to another class.
  staleTime: 10 * 60_000,
});
