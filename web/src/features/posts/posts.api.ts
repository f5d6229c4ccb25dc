import { type Post, posts } from '@lop-xanh/contract/posts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { Outcome } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import type { Transfer } from '../../lib/upload.ts';
import { recallList, recallPost } from './kept-posts.ts';
import type { PostAct } from './post-acts.ts';
import { postFeature } from './post-sender.ts';
import { postKeys, settlePost } from './posts.cache.ts';
import { signalPostsChanged } from './posts-signal.ts';

/** One who reads a post for a while finds the feed where it was. */
const keptMs = 30 * 60_000;

const firstPage = { initialPageParam: undefined as string | undefined, gcTime: keptMs };
const nextOf = ({ next }: { next: string | null }) => next ?? undefined;

export type Which = 'all' | 'mine' | 'others';
const mineOf = { all: undefined, mine: 'true', others: 'false' } as const;

export const feedQuery = (which: Which) =>
  infiniteQueryOptions({
    queryKey: postKeys.list(which),
    queryFn: ({ pageParam }) =>
      call(posts.list, { query: { before: pageParam, mine: mineOf[which] } }),
    getNextPageParam: nextOf,
    ...firstPage,
    ...recallList(which),
  });

export const pendingQuery = () =>
  infiniteQueryOptions({
    queryKey: postKeys.pending,
    queryFn: ({ pageParam }) => call(posts.pending, { query: { before: pageParam } }),
    getNextPageParam: nextOf,
    ...firstPage,
    ...recallList('pending'),
  });

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.one(id),
    queryFn: () => call(posts.read, { params: { id } }),
    initialData: () => recallPost(id),
    initialDataUpdatedAt: 0,
  });

/** Does it here at once, and on the server as soon as it answers; throws a refusal. */
export function usePostAct() {
  const { submit } = useOutbox();
  return (act: PostAct, options?: { key: string; transfer: Transfer }): Promise<Outcome> =>
    submit(postFeature, act, options);
}

export function useApprovePost({ id, version }: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(posts.approve, { params: { id }, body: { version } }),
    onSuccess: (post) => {
      settlePost(client, post);
      signalPostsChanged();
      void client.invalidateQueries({ queryKey: postKeys.pending });
    },
  });
}

/** After a lost race: everything anew, and the post as it is now. */
export async function refreshPost(client: QueryClient, id: number): Promise<Post> {
  void client.invalidateQueries({ queryKey: postKeys.pages });
  const post = await client.fetchQuery({ ...postQuery(String(id)), staleTime: 0 });
  settlePost(client, post);
  return post;
}
