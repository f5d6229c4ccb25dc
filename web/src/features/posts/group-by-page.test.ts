import { expect, test } from 'vitest';
import { groupByPage } from './group-by-page.ts';

const toPosts = (...ids: number[]) => ids.map((id) => ({ id }));
const pages = [{ posts: toPosts(9, 8) }, { posts: toPosts(7, 6) }, { posts: toPosts(5) }];

test('posts are grouped by the page they came with, and unsent ones join the first', () => {
  expect(groupByPage(toPosts(-1, 9, 8, 7, 6, 5), pages)).toEqual([
    toPosts(-1, 9, 8),
    toPosts(7, 6),
    toPosts(5),
  ]);
});

test('a page of which no post is shown makes no group', () => {
  expect(groupByPage(toPosts(9, 5), pages)).toEqual([toPosts(9), toPosts(5)]);
  expect(groupByPage(toPosts(-1), [])).toEqual([toPosts(-1)]);
});
