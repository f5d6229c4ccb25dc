import { posts } from '@lop-xanh/contract/posts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

/** Not below `posts`, which is persisted. */
export const seenQuery = (id: number) =>
  queryOptions({
    queryKey: ['seen', id],
    queryFn: () => request(posts.seen, { params: { id } }),
  });

export function useRemindFamilies(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(posts.remind, { params: { id } }),
    onSuccess: (seen) => client.setQueryData(seenQuery(id).queryKey, seen),
    onError: () => void client.invalidateQueries(seenQuery(id)),
  });
}
