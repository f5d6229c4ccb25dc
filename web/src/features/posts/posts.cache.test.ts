import type { Comment, Post } from '@lop-xanh/contract/posts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import {
  addOlderComments,
  askAgain,
  changePost,
  keepOlderComments,
  postKeys,
  removePost,
  settlePost,
} from './posts.cache.ts';

const post = (id: number, fields: Partial<Post> = {}) =>
  ({ id, title: `Bài ${id}`, status: 'pending', comments: [], ...fields }) as unknown as Post;

let client: QueryClient;
const lists = [postKeys.list('all'), postKeys.list('mine'), postKeys.pending];

beforeEach(() => {
  client = new QueryClient();
  for (const key of lists) {
    client.setQueryData(key, {
      pages: [
        { posts: [post(1), post(2)], next: 'x', count: 3 },
        { posts: [post(3)], next: null, count: 3 },
      ],
      pageParams: [undefined, 'x'],
    });
  }
  client.setQueryData(postKeys.one(3), post(3));
});

interface Pages {
  pages: { posts: Post[]; count: number }[];
}
const pagesOf = (key: readonly unknown[]) => (client.getQueryData(key) as Pages).pages;
const idsOf = (key: readonly unknown[]) =>
  pagesOf(key).flatMap(({ posts }) => posts.map(({ id }) => id));

test('a change reaches a post in every list, on every page and on its own page', () => {
  changePost(client, 3, (before) => ({ ...before, title: 'Mới' }));
  for (const key of lists) {
    expect(pagesOf(key)[1]?.posts[0]?.title).toBe('Mới');
    expect(pagesOf(key)[0]?.posts[0]?.title).toBe('Bài 1');
  }
  expect(client.getQueryData<Post>(postKeys.one(3))?.title).toBe('Mới');
});

test('a removed post leaves every list, and the count of those that wait', () => {
  removePost(client, 2);
  for (const key of lists) expect(idsOf(key)).toEqual([1, 3]);
  expect(pagesOf(postKeys.pending).map(({ count }) => count)).toEqual([2, 2]);
});

test('a decided post leaves those that wait alone', () => {
  settlePost(client, post(1, { status: 'approved' }));
  expect(idsOf(postKeys.pending)).toEqual([2, 3]);
  expect(pagesOf(postKeys.list('all'))[0]?.posts[0]?.status).toBe('approved');
});

test('a list that was asked for before an act is asked for again', async () => {
  const queryKey = postKeys.list('mine');
  const answers: ((list: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await expect.poll(() => answers.length).toBe(1);
  askAgain(client);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('with the act');
  answers[0]?.('without it');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('with the act');
  leave();
});

const saying = (first: number, last: number, commentsNext: string | null) =>
  post(3, {
    comments: Array.from({ length: last - first + 1 }, (_, at) => ({
      id: first + at,
    })) as Comment[],
    commentsNext,
  });
const idsOfComments = (shown: Post | undefined) => shown?.comments.map(({ id }) => id);

test('a page of older comments stands before those shown, once', () => {
  const shown = saying(5, 6, 'before-5');
  client.setQueryData(postKeys.one(3), shown);
  const page = { comments: saying(3, 4, null).comments, next: 'before-3' };
  for (let twice = 0; twice < 2; twice++) addOlderComments(client, shown, page);
  const now = client.getQueryData<Post>(postKeys.one(3));
  expect(idsOfComments(now)).toEqual([3, 4, 5, 6]);
  expect(now?.commentsNext).toBe('before-3');
});

test('a post fetched again keeps the older comments that it goes on from', () => {
  const kept = keepOlderComments(saying(6, 8, 'before-6'), saying(3, 7, 'before-3'));
  expect(idsOfComments(kept)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(kept.commentsNext).toBe('before-3');
});

test.each([
  ['was not shown yet', undefined],
  ['showed fewer', saying(7, 8, 'before-7')],
  ['showed others before a gap', saying(1, 3, null)],
  ['showed none', saying(1, 0, null)],
])('a post that %s is taken as it was fetched', (_, shown) => {
  const fetched = saying(6, 8, 'before-6');
  expect(keepOlderComments(fetched, shown)).toEqual(fetched);
});

test('a decision leaves the comments shown, with the way to older ones', () => {
  client.setQueryData(postKeys.one(3), saying(5, 6, 'before-5'));
  settlePost(client, { ...saying(1, 9, null), status: 'approved' });
  const now = client.getQueryData<Post>(postKeys.one(3));
  expect(now).toMatchObject({ status: 'approved', commentsNext: 'before-5' });
  expect(idsOfComments(now)).toEqual([5, 6]);
});
