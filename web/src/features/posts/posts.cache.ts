import type { Comment } from '@lop-xanh/contract/comments';
import type { Post } from '@lop-xanh/contract/posts';
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { Tagged } from '../../lib/api.ts';

/** The keys of the lists are stored on devices, so the words in them cannot be changed. */
export const postKeys = {
  all: ['posts'],
  lists: ['posts', 'pages'],
  list: (filter: string) => ['posts', 'pages', 'list', filter] as const,
  ofClass: (classId: number) => ['posts', 'pages', 'class', classId] as const,
  pending: ['posts', 'pages', 'pending'],
  detail: (id: number | string) => ['posts', 'one', String(id)] as const,
} as const;

interface PostPage extends Tagged {
  posts: Post[];
  next: string | null;
  count?: number;
}
export type PostPages = InfiniteData<PostPage, string | null>;

/** Updates a post in every list and on its own page. */
export function updatePost(client: QueryClient, id: number, update: (post: Post) => Post): void {
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) =>
    mapPosts(data, (post) => (post.id === id ? update(post) : post)),
  );
  client.setQueryData<Post>(postKeys.detail(id), (post) => post && update(post));
}

/** The post as some list or its page has it. */
export function findLoadedPost(client: QueryClient, id: number): Post | undefined {
  const lists = client.getQueriesData<PostPages>({ queryKey: postKeys.lists });
  return lists
    .flatMap(([, data]) => data?.pages.flatMap(({ posts }) => posts) ?? [])
    .concat(client.getQueryData<Post>(postKeys.detail(id)) ?? [])
    .find((post) => post.id === id);
}

/** Updates a comment wherever it is loaded. */
export function updateComment(
  client: QueryClient,
  postId: number,
  id: number,
  update: (comment: Comment) => Comment,
): void {
  updatePost(client, postId, (post) => ({
    ...post,
    comments: post.comments.map((comment) => (comment.id === id ? update(comment) : comment)),
  }));
}

export function removeComment(client: QueryClient, postId: number, id: number): void {
  updatePost(client, postId, (post) => withoutComment(post, id));
}

/** Counts a comment that is not loaded, or already gone, as it was. */
export function withoutComment<P extends Post>(post: P, id: number): P {
  const comments = post.comments.filter((comment) => comment.id !== id);
  const removedCount = post.comments.length - comments.length;
  return { ...post, comments, commentCount: post.commentCount - removedCount };
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

/**
 * Takes over what a newer copy of the post knows about its comments, so that no copy keeps the words of
 * one that was hidden or deleted.
 */
function refreshComments(copy: Post, { comments }: Post): Post {
  const newerById = new Map(comments.map((comment) => [comment.id, comment]));
  const firstId = comments[0]?.id ?? 0;
  const lastId = comments.at(-1)?.id ?? 0;
  return {
    ...copy,
    comments: copy.comments.flatMap((comment) => {
      const newer = newerById.get(comment.id);
      const isDeleted = !newer && comment.id >= firstId && comment.id <= lastId;
      if (isDeleted) return [];
      return newer && newer.version >= comment.version ? newer : comment;
    }),
  };
}

/** Returns a function that refreshes the comments of a copy of one of these posts. */
export function refreshFrom(posts: readonly Post[]): (copy: Post) => Post {
  const newerById = new Map(posts.map((post) => [post.id, post]));
  return (copy) => {
    const newer = newerById.get(copy.id);
    return newer ? refreshComments(copy, newer) : copy;
  };
}

export function refreshCopies(client: QueryClient, posts: readonly Post[]): void {
  const refresh = refreshFrom(posts);
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: postKeys.all })) {
    const isList = queryKey[1] === postKeys.lists[1];
    // The rest of the data is as old as before.
    const options = { updatedAt: state.dataUpdatedAt };
    if (isList) {
      const update = (data: PostPages | undefined) => mapPosts(data, refresh);
      client.setQueryData<PostPages>(queryKey, update, options);
    } else client.setQueryData<Post>(queryKey, (post) => post && refresh(post), options);
  }
}

interface OlderComments {
  comments: Comment[];
  next: string | null;
}

/**
 * Loads the comments as far back as they were loaded before. The older ones are not kept from the cache:
 * one of them may have been hidden since.
 */
export async function loadCommentsBack(
  post: Post,
  getFirstLoadedId: () => number | undefined,
  loadOlder: (post: Post) => Promise<OlderComments>,
): Promise<Post> {
  const firstId = post.comments[0]?.id ?? 0;
  if (post.commentsNext === null || firstId <= (getFirstLoadedId() ?? firstId)) return post;
  const older = await loadOlder(post);
  return loadCommentsBack(prependComments(post, older), getFirstLoadedId, loadOlder);
}

function prependComments(post: Post, { comments, next }: OlderComments): Post {
  return { ...post, comments: [...comments, ...post.comments], commentsNext: next };
}

/** Prepends a page of older comments, unless another page was added since this one was requested. */
export function addOlderComments(
  client: QueryClient,
  { id, commentsNext }: Post,
  older: OlderComments,
): void {
  client.setQueryData<Post>(postKeys.detail(id), (post) =>
    post && post.commentsNext === commentsNext ? prependComments(post, older) : post,
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
  return (
    data && {
      ...data,
      pages: data.pages.map((page, index) => changePage(page, update(page, index))),
    }
  );
}

/** A page that was changed on the device is no longer what its ETag says. */
function changePage(page: PostPage, changed: PostPage): PostPage {
  if (!page.etag) return changed;
  const updated = replaceEqualDeep(page, changed);
  return updated === page ? page : { ...updated, etag: null };
}

/** The page that begins at this cursor. */
export function findPage(
  client: QueryClient,
  queryKey: QueryKey,
  cursor: string | null,
): PostPage | undefined {
  const data = client.getQueryData<PostPages>(queryKey);
  return data?.pages[data.pageParams.indexOf(cursor)];
}

export function mapPosts(
  data: PostPages | undefined,
  update: (post: Post) => Post,
): PostPages | undefined {
  return mapPages(data, (page) => ({ ...page, posts: page.posts.map(update) }));
}

function excludePost(posts: readonly Post[], id: number): Post[] {
  return posts.filter((post) => post.id !== id);
}
