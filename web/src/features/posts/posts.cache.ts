import type { Post } from '@lop-xanh/contract/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

export const postKeys = {
  all: ['posts'],
  pages: ['posts', 'pages'],
  list: (which: string) => ['posts', 'pages', 'list', which] as const,
  pending: ['posts', 'pages', 'pending'],
  one: (id: number | string) => ['posts', 'one', String(id)] as const,
} as const;

interface Page {
  posts: Post[];
  next: string | null;
  count?: number;
}
export type Pages = InfiniteData<Page, string | null>;

/** Changes a post wherever it is shown. */
export function changePost(client: QueryClient, id: number, change: (post: Post) => Post): void {
  client.setQueriesData<Pages>({ queryKey: postKeys.pages }, (data) =>
    withPages(data, (page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === id ? change(post) : post)),
    })),
  );
  client.setQueryData<Post>(postKeys.one(id), (post) => post && change(post));
}

/** Takes over what the server answered; the comments shown stay, for each list holds its own part of them. */
export function settlePost(client: QueryClient, answered: Post): void {
  changePost(client, answered.id, ({ comments, commentsNext }) => ({
    ...answered,
    comments,
    commentsNext,
  }));
  if (answered.status !== 'pending') leavePending(client, answered.id);
}

/** A post that was fetched again keeps the older comments that were shown, where the two parts meet. */
export function keepOlderComments(fetched: Post, shown: Post | undefined): Post {
  const first = fetched.comments[0]?.id ?? 0;
  const older = shown?.comments.filter(({ id }) => id < first) ?? [];
  const doMeet = shown?.comments.some(({ id }) => id === first) ?? false;
  if (!shown || !doMeet || older.length === 0) return fetched;
  const { commentsNext } = shown;
  return { ...fetched, comments: [...older, ...fetched.comments], commentsNext };
}

/** Puts a page of older comments in front of those shown, if it was asked for from there. */
export function addOlderComments(
  client: QueryClient,
  { id, commentsNext }: Post,
  older: Pick<Post, 'comments'> & { next: string | null },
): void {
  client.setQueryData<Post>(postKeys.one(id), (post) =>
    post && post.commentsNext === commentsNext
      ? { ...post, comments: [...older.comments, ...post.comments], commentsNext: older.next }
      : post,
  );
}

export function addOwnPost(client: QueryClient, post: Post): void {
  client.setQueryData<Pages>(postKeys.list('mine'), (data) =>
    withPages(data, (page, place) =>
      place === 0 ? { ...page, posts: [post, ...page.posts.filter(isNot(post.id))] } : page,
    ),
  );
}

export function removePost(client: QueryClient, id: number): void {
  leavePending(client, id);
  client.setQueriesData<Pages>({ queryKey: postKeys.pages }, (data) => without(data, id));
  client.removeQueries({ queryKey: postKeys.one(id) });
}

/** A list that was asked for before an act may come without it. */
export function askAgain(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: postKeys.all,
    predicate: ({ state }) => state.fetchStatus === 'fetching',
  });
}

export function waitingListChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: postKeys.pending });
}

function leavePending(client: QueryClient, id: number): void {
  client.setQueryData<Pages>(postKeys.pending, (data) => {
    const isWaiting = data?.pages.some(({ posts }) => posts.some((post) => post.id === id));
    if (!isWaiting) return data;
    return withPages(without(data, id), (page) => ({
      ...page,
      ...(page.count !== undefined && { count: Math.max(0, page.count - 1) }),
    }));
  });
}

function without(data: Pages | undefined, id: number): Pages | undefined {
  return withPages(data, (page) => ({ ...page, posts: page.posts.filter(isNot(id)) }));
}

function withPages(data: Pages | undefined, change: (page: Page, place: number) => Page) {
  return data && { ...data, pages: data.pages.map(change) };
}

function isNot(id: number) {
  return (post: Post) => post.id !== id;
}
