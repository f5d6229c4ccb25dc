import type { Comment } from '@lop-xanh/contract/comments';
import type { Post } from '@lop-xanh/contract/posts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import {
  addOlderComments,
  keepOlderComments,
  type PostPages,
  postKeys,
  removePost,
  replacePost,
  restartFetchesInProgress,
  updatePost,
} from './posts.cache.ts';

const makePost = (id: number, fields: Partial<Post> = {}) =>
  ({ id, title: `Bài ${id}`, status: 'pending', comments: [], ...fields }) as unknown as Post;

let client: QueryClient;
const listKeys = [postKeys.list('all'), postKeys.list('mine'), postKeys.pending];

beforeEach(() => {
  client = new QueryClient();
  for (const key of listKeys) {
    client.setQueryData(key, {
      pages: [
        { posts: [makePost(1), makePost(2)], next: 'x', count: 3 },
        { posts: [makePost(3)], next: null, count: 3 },
      ],
      pageParams: [undefined, 'x'],
    });
  }
  client.setQueryData(postKeys.detail(3), makePost(3));
});

const getPages = (key: readonly unknown[]) => (client.getQueryData(key) as PostPages).pages;
const listPostIds = (key: readonly unknown[]) =>
  getPages(key).flatMap(({ posts }) => posts.map(({ id }) => id));

test('an update changes the post on every page of every list, and the post shown alone', () => {
  updatePost(client, 3, (post) => ({ ...post, title: 'Mới' }));
  for (const key of listKeys) {
    expect(getPages(key)[1]?.posts[0]?.title).toBe('Mới');
    expect(getPages(key)[0]?.posts[0]?.title).toBe('Bài 1');
  }
  expect(client.getQueryData<Post>(postKeys.detail(3))?.title).toBe('Mới');
});

test('removing a post takes it out of every list and lowers the pending count', () => {
  removePost(client, 2);
  for (const key of listKeys) expect(listPostIds(key)).toEqual([1, 3]);
  expect(getPages(postKeys.pending).map(({ count }) => count)).toEqual([2, 2]);
});

test('a decided post disappears from the pending list and stays in the others', () => {
  replacePost(client, makePost(1, { status: 'approved' }));
  expect(listPostIds(postKeys.pending)).toEqual([2, 3]);
  expect(getPages(postKeys.list('all'))[0]?.posts[0]?.status).toBe('approved');
});

test('a list fetch that started before an action is restarted', async () => {
  const queryKey = postKeys.list('mine');
  const resolvers: ((list: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => resolvers.push(resolve));
  const unsubscribe = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await expect.poll(() => resolvers.length).toBe(1);
  restartFetchesInProgress(client);
  await expect.poll(() => resolvers.length).toBe(2);
  resolvers[1]?.('with the action');
  resolvers[0]?.('without the action');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('with the action');
  unsubscribe();
});

const makePostWithComments = (firstId: number, lastId: number, commentsNext: string | null) =>
  makePost(3, {
    comments: Array.from({ length: lastId - firstId + 1 }, (_, index) => ({
      id: firstId + index,
    })) as Comment[],
    commentsNext,
  });
const listCommentIds = (post: Post | undefined) => post?.comments.map(({ id }) => id);

test('a page of older comments is prepended only once', () => {
  const cached = makePostWithComments(5, 6, 'before-5');
  client.setQueryData(postKeys.detail(3), cached);
  const page = { comments: makePostWithComments(3, 4, null).comments, next: 'before-3' };
  addOlderComments(client, cached, page);
  addOlderComments(client, cached, page);
  const updated = client.getQueryData<Post>(postKeys.detail(3));
  expect(listCommentIds(updated)).toEqual([3, 4, 5, 6]);
  expect(updated?.commentsNext).toBe('before-3');
});

test('a refetched post keeps the older comments when the two ranges overlap', () => {
  const kept = keepOlderComments(
    makePostWithComments(6, 8, 'before-6'),
    makePostWithComments(3, 7, 'before-3'),
  );
  expect(listCommentIds(kept)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(kept.commentsNext).toBe('before-3');
});

test.each([
  ['never cached', undefined],
  ['cached with fewer comments', makePostWithComments(7, 8, 'before-7')],
  ['cached with a gap before the fetched comments', makePostWithComments(1, 3, null)],
  ['cached without comments', makePostWithComments(1, 0, null)],
])('a fetched post is used unchanged if the post was %s', (_, cached) => {
  const fetched = makePostWithComments(6, 8, 'before-6');
  expect(keepOlderComments(fetched, cached)).toEqual(fetched);
});

test('a decision keeps the loaded comments and the cursor to older ones', () => {
  client.setQueryData(postKeys.detail(3), makePostWithComments(5, 6, 'before-5'));
  replacePost(client, { ...makePostWithComments(1, 9, null), status: 'approved' });
  const updated = client.getQueryData<Post>(postKeys.detail(3));
  expect(updated).toMatchObject({ status: 'approved', commentsNext: 'before-5' });
  expect(listCommentIds(updated)).toEqual([5, 6]);
});
