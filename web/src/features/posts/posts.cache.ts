import type { AnswerOf } from '@lop-xanh/contract/endpoint';
import type { Post, posts } from '@lop-xanh/contract/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { recall, remember } from '../../lib/device-cache.ts';

export const postKeys = {
  all: ['posts'],
  pages: ['posts', 'pages'],
  list: (which: string) => ['posts', 'pages', 'list', which],
  pending: ['posts', 'pages', 'pending'],
  one: (id: number | string) => ['posts', 'one', String(id)],
} as const;

interface Page {
  posts: Post[];
  next: string | null;
  count?: number;
}
type Pages = InfiniteData<Page, string | undefined>;

type ListPage = AnswerOf<typeof posts.list>;
type Kept = Partial<
  Record<'all' | 'mine' | 'others', ListPage> & { pending: AnswerOf<typeof posts.pending> }
>;

/** Keeps the first page of every list on the device, as it is now and after each change. */
export function rememberPosts(client: QueryClient, token: string | null): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[1] !== postKeys.pages[1]) return;
    const page = (query.state.data as Pages | undefined)?.pages[0];
    if (!page || query.queryKey[0] !== postKeys.all[0]) return;
    remember('posts', { ...recallPosts(), [String(query.queryKey.at(-1))]: page }, token);
  });
}

/** What the device remembers of a list, to be fetched anew at once. */
export function recallList<Name extends keyof Kept>(name: Name) {
  return {
    initialData: () => {
      const page = recallPosts()[name] as NonNullable<Kept[Name]> | undefined;
      return page && { pages: [page], pageParams: [undefined] };
    },
    initialDataUpdatedAt: 0,
  };
}

export function recallPost(id: string): Post | undefined {
  return Object.values(recallPosts())
    .flatMap(({ posts }) => posts)
    .find((post) => String(post.id) === id);
}

function recallPosts(): Kept {
  return (recall('posts') as Kept | null) ?? {};
}

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

/** Takes over what the server answered; the comments shown stay, for a list holds only the last. */
export function settlePost(client: QueryClient, answered: Post): void {
  changePost(client, answered.id, ({ comments }) => ({ ...answered, comments }));
  if (answered.status !== 'pending') leavePending(client, answered.id);
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
