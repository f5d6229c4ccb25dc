import type { AnswerOf } from '@lop-xanh/contract/endpoint';
import type { Post, posts } from '@lop-xanh/contract/posts';
import type { QueryClient } from '@tanstack/react-query';
import { recall, remember } from '../../lib/device-cache.ts';
import { type Pages, postKeys } from './posts.cache.ts';

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
