import { t } from '@lingui/core/macro';
import type { User } from '@lop-xanh/contract/accounts';
import type { InputOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { request, requestUnlessKnown } from '../../lib/api.ts';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import type { SubmitOutcome } from '../../lib/outbox/attempts.ts';
import type { SubmitOptions } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { toast } from '../../ui/toast.ts';
import { skipFarPage } from './far-pages.ts';
import { memoriesQuery } from './memories.api.ts';
import { memoryRoles } from './memory-roles.ts';
import { normalizePage, normalizePost, type ReceivedPost } from './normalize-posts.ts';
import { findPersistedPost, restorePages } from './persisted-posts.ts';
import type { PostAction } from './post-actions.ts';
import { postFeature } from './post-sender.ts';
import {
  addOlderComments,
  findPage,
  invalidatePendingPosts,
  loadCommentsBack,
  postKeys,
  refreshCopies,
  replacePost,
  restartFetchesInProgress,
} from './posts.cache.ts';
import { signalPostsChanged } from './posts-changed-signal.ts';

const pageOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  // Long enough to read a post and return to the same place in the feed.
  gcTime: 30 * 60_000,
};
async function receivePage<Page extends { posts: ReceivedPost[] }>(
  client: QueryClient,
  loading: Promise<Page>,
) {
  const page = normalizePage(await loading);
  refreshCopies(client, page.posts);
  return page;
}

type FeedQuery = Omit<NonNullable<InputOf<typeof posts.list>['query']>, 'before'> & {
  before: string | null;
};

/** Keeps the page that is loaded if the server says that it is still the same. */
function fetchPage(client: QueryClient, queryKey: QueryKey, { before, ...filter }: FeedQuery) {
  const query = { ...filter, before: before ?? undefined };
  const known = findPage(client, queryKey, before);
  return receivePage(client, requestUnlessKnown(posts.list, { query }, known));
}

export type FeedFilter = 'all' | 'mine' | 'others';
const mineParamByFilter = { all: undefined, mine: 'true', others: 'false' } as const;

export const feedQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: postKeys.list(filter),
    queryFn: ({ client, queryKey, pageParam: before }) =>
      skipFarPage(client, queryKey, before) ??
      fetchPage(client, queryKey, { before, mine: mineParamByFilter[filter] }),
    ...pageOptions,
    ...restorePages<ResponseOf<typeof posts.list>>(postKeys.list(filter)),
  });

/** The posts of a class, which may be a former one. */
export const classPostsQuery = (classId: number) =>
  infiniteQueryOptions({
    queryKey: postKeys.ofClass(classId),
    queryFn: ({ client, queryKey, pageParam: before }) =>
      fetchPage(client, queryKey, { before, class_id: classId }),
    ...pageOptions,
    ...restorePages<ResponseOf<typeof posts.list>>(postKeys.ofClass(classId)),
  });

/** Prefetches the feeds that the home page shows to the user's role. */
export async function prefetchFeeds(client: QueryClient, { role }: User): Promise<void> {
  const filters: Record<Role, FeedFilter[]> = {
    Student: ['all'],
    Parent: ['all'],
    Teacher: ['mine', 'others'],
    Mod: ['all'],
    Admin: [],
  };
  await Promise.all([
    ...filters[role].map((filter) => client.prefetchInfiniteQuery(feedQuery(filter))),
    memoryRoles.includes(role) && client.prefetchQuery(memoriesQuery),
  ]);
}

export const pendingQuery = () =>
  infiniteQueryOptions({
    queryKey: postKeys.pending,
    queryFn: ({ client, pageParam: before }) =>
      receivePage(client, request(posts.pending, { query: { before: before ?? undefined } })),
    ...pageOptions,
    ...restorePages<ResponseOf<typeof posts.pending>>(postKeys.pending),
  });

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.detail(id),
    queryFn: async ({ client }) => {
      const post = await loadCommentsBack(
        normalizePost(await request(posts.read, { params: { id } })),
        () => client.getQueryData<Post>(postKeys.detail(id))?.comments[0]?.id,
        fetchOlderComments,
      );
      refreshCopies(client, [post]);
      return post;
    },
    initialData: () => findPersistedPost(id),
    initialDataUpdatedAt: 0,
  });

/** The post must not be shown, even if it is still cached: deleted, forbidden or logged out. */
export function isPostUnavailable(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

/**
 * Applies an action at once on this device and sends it when possible. Throws if the server rejects
 * the first attempt; a later rejection is listed with the rejected actions.
 */
export function useSubmitPostAction() {
  const { submit } = useOutbox();
  return (action: PostAction, options?: SubmitOptions): Promise<SubmitOutcome> =>
    submit(postFeature, action, options);
}

export function useApprovePost({ id, version }: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(posts.approve, { params: { id }, body: { version } }),
    onSuccess: (post) => {
      replacePost(client, post);
      restartFetchesInProgress(client);
      signalPostsChanged();
      invalidatePendingPosts(client);
    },
  });
}

function fetchOlderComments({ id, commentsNext }: Post) {
  return request(posts.comments, {
    params: { id },
    query: { limit: limits.commentsOnPage, before: commentsNext ?? undefined },
  });
}

/** Loads the next page of older comments; `onLoaded` runs just before they are rendered. */
export function useLoadOlderComments(post: Post, onLoaded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => fetchOlderComments(post),
    onSuccess: (older) => {
      onLoaded();
      addOlderComments(client, post, older);
    },
    onError: (error) =>
      toast({
        kind: 'error',
        message: describeError(error, t`Không thể tải bình luận cũ hơn`),
        id: 'older-comments',
      }),
  });
}

/** Refetches the post and all lists after a conflict with another user's change. */
export async function refreshPost(client: QueryClient, id: number): Promise<Post> {
  void client.invalidateQueries({ queryKey: postKeys.lists });
  const post = await client.fetchQuery({ ...postQuery(String(id)), staleTime: 0 });
  replacePost(client, post);
  return post;
}
