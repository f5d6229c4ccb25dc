import type { Comment } from '@lop-xanh/contract/comments';
import type { Post } from '@lop-xanh/contract/posts';
import type { QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { persistPosts } from './persist-posts.ts';
import { postKeys } from './posts.cache.ts';

const words = 'Lời không hay';
const hidden = { id: 7, text: 'Bình luận đã được ẩn', version: 2 } as Comment;
const makePost = (comment: Comment) => ({ id: 3, comments: [comment] }) as Post;
const makeList = (post: Post) => ({ pages: [{ posts: [post], next: null }], pageParams: [null] });

const persist = (persisted: Record<string, unknown>, data: unknown, queryKey: QueryKey) =>
  persistPosts({ name: queryKey.join('/'), queryKey, data }, persisted);

const before = makePost({ id: 7, text: words, version: 1 } as Comment);
const persisted = {
  ...persist({}, makeList(before), postKeys.list('all')),
  ...persist({}, makeList(before), postKeys.list('others')),
};

test.each([
  ['a list', makeList(makePost(hidden)), postKeys.list('all')],
  ["the post's page", makePost(hidden), postKeys.detail(3)],
])('once %s shows that a comment is hidden, no stored list has its words', (_, data, queryKey) => {
  expect(JSON.stringify(persisted)).toContain(words);
  const stored = persist(persisted, data, queryKey);
  expect(JSON.stringify(stored)).not.toContain(words);
  expect(Object.keys(stored)).toEqual(Object.keys(persisted));
});

test.each([[postKeys.ofClass(5)], [postKeys.pending]])(
  'the device keeps no words for the list %s, which does not show them',
  (queryKey) => {
    const stored = persist({}, makeList(before), queryKey);
    expect(Object.keys(stored)).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(words);
  },
);

test("only a list's first page is stored, and a post's page not at all", () => {
  const list = makeList(before);
  const pages = [...list.pages, { posts: [{ ...before, id: 4 }], next: null }];
  const stored = persist({}, { ...list, pages }, postKeys.list('all'));
  expect(stored).toEqual({ 'posts/pages/list/all': list });
  expect(persist({}, before, postKeys.detail(3))).toEqual({});
});
