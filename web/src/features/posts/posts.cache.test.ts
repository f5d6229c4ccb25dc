import type { Comment } from '@lop-xanh/contract/comments';
import type { Post } from '@lop-xanh/contract/posts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import {
  addOlderComments,
  findPage,
  loadCommentsBack,
  type PostPages,
  postKeys,
  refreshCopies,
  removeComment,
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

const loadBack = (fetched: Post, cached: Post | undefined) => {
  const requested: (string | null)[] = [];
  const loading = loadCommentsBack(
    fetched,
    () => cached?.comments[0]?.id,
    async ({ comments, commentsNext }) => {
      requested.push(commentsNext);
      const lastId = (comments[0]?.id ?? 0) - 1;
      const page = makePostWithComments(Math.max(1, lastId - 1), lastId, null);
      return { comments: page.comments, next: lastId > 2 ? `before-${lastId - 1}` : null };
    },
  );
  return { loading, requested };
};

test('a refetched post loads its older comments again, as far back as they were loaded', async () => {
  const cached = makePostWithComments(3, 7, 'before-3');
  const { loading, requested } = loadBack(makePostWithComments(6, 8, 'before-6'), cached);
  const loaded = await loading;
  expect(requested).toEqual(['before-6', 'before-4']);
  expect(listCommentIds(loaded)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(loaded.commentsNext).toBe('before-2');
});

test.each([
  ['never cached', undefined],
  ['cached with fewer comments', makePostWithComments(7, 8, 'before-7')],
  ['cached without comments', makePostWithComments(1, 0, null)],
])('a fetched post loads no older comments if the post was %s', async (_, cached) => {
  const fetched = makePostWithComments(6, 8, 'before-6');
  const { loading, requested } = loadBack(fetched, cached);
  expect(await loading).toEqual(fetched);
  expect(requested).toEqual([]);
});

const makeComment = (id: number, text: string, version = 1) => ({ id, text, version }) as Comment;
const hiddenText = 'Bình luận đã được ẩn';

test('a newer copy of a post takes hidden and deleted words out of all other copies', () => {
  const words = [makeComment(1, 'Cũ'), makeComment(2, 'Xấu'), makeComment(3, 'Đã xóa')];
  const after = [makeComment(4, 'Hay'), makeComment(5, 'Vừa viết')];
  const listed = makePost(3, { comments: [...words.slice(1), ...after] });
  for (const key of listKeys) {
    client.setQueryData(key, { pages: [{ posts: [listed], next: null }], pageParams: [null] });
  }
  client.setQueryData(postKeys.detail(3), makePost(3, { comments: [...words, ...after] }));
  const updatedAt = client.getQueryState(postKeys.detail(3))?.dataUpdatedAt;
  const newer = [makeComment(2, hiddenText, 2), makeComment(4, 'Hay')];
  refreshCopies(client, [makePost(3, { comments: newer })]);
  for (const key of listKeys) {
    const texts = getPages(key)[0]?.posts[0]?.comments.map(({ text }) => text);
    expect(texts).toEqual([hiddenText, 'Hay', 'Vừa viết']);
  }
  const detail = client.getQueryData<Post>(postKeys.detail(3));
  expect(detail?.comments.map(({ text }) => text)).toEqual(['Cũ', hiddenText, 'Hay', 'Vừa viết']);
  expect(client.getQueryState(postKeys.detail(3))?.dataUpdatedAt).toBe(updatedAt);
});

test('a response that was overtaken by a decision does not bring the words back', () => {
  client.setQueryData(
    postKeys.detail(3),
    makePost(3, { comments: [makeComment(2, hiddenText, 2)] }),
  );
  refreshCopies(client, [makePost(3, { comments: [makeComment(2, 'Xấu')] })]);
  expect(client.getQueryData<Post>(postKeys.detail(3))?.comments[0]?.text).toBe(hiddenText);
});

test('a deleted comment is counted out only where it is loaded', () => {
  client.setQueryData(postKeys.detail(3), {
    ...makePostWithComments(5, 6, null),
    commentCount: 2,
  });
  removeComment(client, 3, 6);
  removeComment(client, 3, 6);
  const post = client.getQueryData<Post>(postKeys.detail(3));
  expect([listCommentIds(post), post?.commentCount]).toEqual([[5], 1]);
});

test('a decision keeps the loaded comments and the cursor to older ones', () => {
  client.setQueryData(postKeys.detail(3), makePostWithComments(5, 6, 'before-5'));
  replacePost(client, { ...makePostWithComments(1, 9, null), status: 'approved' });
  const updated = client.getQueryData<Post>(postKeys.detail(3));
  expect(updated).toMatchObject({ status: 'approved', commentsNext: 'before-5' });
  expect(listCommentIds(updated)).toEqual([5, 6]);
});

test('a page keeps its ETag only as long as it is what the server sent', () => {
  const key = postKeys.list('all');
  const comment = { id: 7, text: 'Hay quá', version: 1 } as Comment;
  const sent = { posts: [makePost(1, { comments: [comment] })], next: null, etag: 'W/"a"' };
  client.setQueryData(key, { pages: [sent], pageParams: [null] });
  const page = findPage(client, key, null);
  expect(page).toEqual(sent);
  refreshCopies(client, [makePost(1, { comments: [{ ...comment }] })]);
  updatePost(client, 1, (post) => ({ ...post }));
  expect(findPage(client, key, null)).toBe(page);
  updatePost(client, 1, (post) => ({ ...post, liked: true }));
  expect(findPage(client, key, null)).toMatchObject({ posts: [{ liked: true }], etag: null });
});
