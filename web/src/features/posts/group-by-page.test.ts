import { expect, test } from 'vitest';
import { groupByPage } from './group-by-page.ts';

const toPosts = (...ids: number[]) => ids.map((id) => ({ id }));
const pages = [{ posts: toPosts(9, 8) }, { posts: toPosts(7, 6) }, { posts: toPosts(5) }];

test('posts are grouped by the page they came with, and unsent ones join the first', () => {
  expect(groupByPage(toPosts(-1, 9, 8, 7, 6, 5), pages)).toEqual([
    { page: 0, items: toPosts(-1, 9, 8) },
    { page: 1, items: toPosts(7, 6) },
    { page: 2, items: toPosts(5) },
  ]);
});

test('a page of which no post is shown makes no group', () => {
  expect(groupByPage(toPosts(9, 5), pages)).toEqual([
    { page: 0, items: toPosts(9) },
    { page: 2, items: toPosts(5) },
  ]);
  expect(groupByPage(toPosts(-1), [])).toEqual([{ page: 0, items: toPosts(-1) }]);
});
