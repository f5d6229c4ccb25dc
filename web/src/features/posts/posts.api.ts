import type { User } from '@lop-xanh/contract/accounts';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { ApiError, errorMessageOr } from '../../lib/api-errors.ts';
import type { Outcome, SubmitOptions } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { recallQuery } from '../../lib/remembered-queries.ts';
import { toast } from '../../ui/toast.ts';
import { recallPost } from './kept-posts.ts';
import type { PostAction } from './post-actions.ts';
import { postFeature } from './post-sender.ts';
import {
  addOlderComments,
  askAgain,
  keepOlderComments,
  postKeys,
  settlePost,
  waitingListChanged,
} from './posts.cache.ts';
import { signalPostsChanged } from './posts-signal.ts';
import { readPage, readPost } from './received-posts.ts';

/** One who reads a post for a while finds the feed where it was. */
const keptMs = 30 * 60_000;

const firstPage = { initialPageParam: null as string | null, gcTime: keptMs };
type PagesOf<E extends typeof posts.list | typeof posts.pending> = InfiniteData<
  ResponseOf<E>,
  string | null
>;
const nextOf = ({ next }: { next: string | null }) => next ?? undefined;

export type Which = 'all' | 'mine' | 'others';
const mineOf = { all: undefined, mine: 'true', others: 'false' } as const;

export const feedQuery = (which: Which) =>
  infiniteQueryOptions({
    queryKey: postKeys.list(which),
    queryFn: async ({ pageParam }) =>
      readPage(
        await request(posts.list, {
          query: { before: pageParam ?? undefined, mine: mineOf[which] },
        }),
      ),
    getNextPageParam: nextOf,
    ...firstPage,
    ...recallQuery<PagesOf<typeof posts.list>>(postKeys.list(which)),
  });

/** The feed as a role's home shows it. */
export async function prefetchFeed(client: QueryClient, { role }: User): Promise<void> {
  const shown: Record<Role, Which[]> = {
    Student: ['all'],
    Parent: ['all'],
    Teacher: ['mine', 'others'],
    Mod: ['all'],
    Admin: [],
  };
  await Promise.all(shown[role].map((which) => client.prefetchInfiniteQuery(feedQuery(which))));
}

export const pendingQuery = () =>
  infiniteQueryOptions({
    queryKey: postKeys.pending,
    queryFn: async ({ pageParam }) =>
      readPage(await request(posts.pending, { query: { before: pageParam ?? undefined } })),
    getNextPageParam: nextOf,
    ...firstPage,
    ...recallQuery<PagesOf<typeof posts.pending>>(postKeys.pending),
  });

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.one(id),
    queryFn: async ({ client }) =>
      keepOlderComments(
        readPost(await request(posts.read, { params: { id } })),
        client.getQueryData<Post>(postKeys.one(id)),
      ),
    initialData: () => recallPost(id),
    initialDataUpdatedAt: 0,
  });

/** A post that is refused on a refetch is not shown any longer. */
export function isRefusedPost(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

/** Does it here at once, and on the server as soon as it answers; throws a refusal. */
export function usePostAct() {
  const { submit } = useOutbox();
  return (act: PostAction, options?: SubmitOptions): Promise<Outcome> =>
    submit(postFeature, act, options);
}

export function useApprovePost({ id, version }: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(posts.approve, { params: { id }, body: { version } }),
    onSuccess: (post) => {
      settlePost(client, post);
      askAgain(client);
      signalPostsChanged();
      waitingListChanged(client);
    },
  });
}

/** Fetches the comments before those shown; `onArrived` is called just before they are shown too. */
export function useOlderComments(post: Post, onArrived: () => void) {
  const client = useQueryClient();
  const { id, commentsNext } = post;
  return useMutation({
    mutationFn: () =>
      request(posts.comments, {
        params: { id },
        query: { limit: limits.commentsOnPage, before: commentsNext ?? undefined },
      }),
    onSuccess: (older) => {
      onArrived();
      addOlderComments(client, post, older);
    },
    onError: (error) =>
      toast({
        kind: 'error',
        message: errorMessageOr('Không thể tải bình luận cũ hơn', error),
        id: 'older-comments',
      }),
  });
}

/** After a lost race: everything anew, and the post as it is now. */
export async function refreshPost(client: QueryClient, id: number): Promise<Post> {
  void client.invalidateQueries({ queryKey: postKeys.pages });
  const post = await client.fetchQuery({ ...postQuery(String(id)), staleTime: 0 });
  settlePost(client, post);
  return post;
}
