import type { Post } from '@lop-xanh/contract/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** The keys of the lists are stored on devices, so the words in them cannot be changed. */
export const postKeys = {
  all: ['posts'],
  lists: ['posts', 'pages'],
  list: (filter: string) => ['posts', 'pages', 'list', filter] as const,
  ofClass: (classId: number) => ['posts', 'pages', 'class', classId] as const,
  pending: ['posts', 'pages', 'pending'],
  detail: (id: number | string) => ['posts', 'one', String(id)] as const,
} as const;

interface PostPage {
  posts: Post[];
  next: string | null;
  count?: number;
}
export type PostPages = InfiniteData<PostPage, string | null>;

/** Updates a post in every list and on its own page. */
export function updatePost(client: QueryClient, id: number, update: (post: Post) => Post): void {
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) =>
    mapPages(data, (page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === id ? update(post) : post)),
    })),
  );
  client.setQueryData<Post>(postKeys.detail(id), (post) => post && update(post));
}

/**
 * Replaces a post with the server's, except for the comments: each list and the post's page have
 * loaded their own range of them.
 */
export function replacePost(client: QueryClient, serverPost: Post): void {
  updatePost(client, serverPost.id, ({ comments, commentsNext }) => ({
    ...serverPost,
    comments,
    commentsNext,
  }));
  if (serverPost.status !== 'pending') removeFromPending(client, serverPost.id);
}

/** Keeps the older comments loaded so far after a refetch, unless there is a gap between the two ranges. */
export function keepOlderComments(fetched: Post, cached: Post | undefined): Post {
  const firstId = fetched.comments[0]?.id ?? 0;
  const older = cached?.comments.filter(({ id }) => id < firstId) ?? [];
  const hasOverlap = cached?.comments.some(({ id }) => id === firstId) ?? false;
  if (!cached || !hasOverlap || older.length === 0) return fetched;
  const { commentsNext } = cached;
  return { ...fetched, comments: [...older, ...fetched.comments], commentsNext };
}

/** Prepends a page of older comments, unless another page was added since this one was requested. */
export function addOlderComments(
  client: QueryClient,
  { id, commentsNext }: Post,
  older: Pick<Post, 'comments'> & { next: string | null },
): void {
  client.setQueryData<Post>(postKeys.detail(id), (post) =>
    post && post.commentsNext === commentsNext
      ? { ...post, comments: [...older.comments, ...post.comments], commentsNext: older.next }
      : post,
  );
}

export function addOwnPost(client: QueryClient, post: Post): void {
  client.setQueryData<PostPages>(postKeys.list('mine'), (data) =>
    mapPages(data, (page, index) =>
      index === 0 ? { ...page, posts: [post, ...excludePost(page.posts, post.id)] } : page,
    ),
  );
}

export function removePost(client: QueryClient, id: number): void {
  removeFromPending(client, id);
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) =>
    removeFromPages(data, id),
  );
  client.removeQueries({ queryKey: postKeys.detail(id) });
}

/** A fetch that started before an action may return data without it. */
export function restartFetchesInProgress(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: postKeys.all,
    predicate: ({ state }) => state.fetchStatus === 'fetching',
  });
}

export function invalidatePendingPosts(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: postKeys.pending });
}

function removeFromPending(client: QueryClient, id: number): void {
  client.setQueryData<PostPages>(postKeys.pending, (data) => {
    const isListed = data?.pages.some(({ posts }) => posts.some((post) => post.id === id));
    if (!isListed) return data;
    return mapPages(removeFromPages(data, id), (page) => ({
      ...page,
      ...(page.count !== undefined && { count: Math.max(0, page.count - 1) }),
    }));
  });
}

function removeFromPages(data: PostPages | undefined, id: number): PostPages | undefined {
  return mapPages(data, (page) => ({ ...page, posts: excludePost(page.posts, id) }));
}

function mapPages(
  data: PostPages | undefined,
  update: (page: PostPage, index: number) => PostPage,
): PostPages | undefined {
  return data && { ...data, pages: data.pages.map(update) };
}

function excludePost(posts: readonly Post[], id: number): Post[] {
  return posts.filter((post) => post.id !== id);
}
