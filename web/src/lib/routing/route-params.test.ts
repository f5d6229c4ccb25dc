import { expect, test } from 'vitest';
import { matchPath } from './route-params.ts';

test.each([
  ['/', '/', {}],
  ['/lessons', '/lessons', {}],
  ['/lessons', '/lessons/', {}],
  ['/lessons', '/LESSONS', {}],
  ['/posts/:id', '/posts/12', { id: '12' }],
  ['/lessons/:lessonId/week/:week', '/lessons/3/week/7', { lessonId: '3', week: '7' }],
  ['/posts/:id', '/posts/a%20b', { id: 'a b' }],
  ['/posts/:id', '/posts/%E0%A4%A', { id: '%E0%A4%A' }],
])('the pattern %s matches the path %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});

test.each([
  ['/', '/lessons'],
  ['/lessons', '/lessons/3'],
  ['/lessons', '/my/lessons'],
  ['/posts/:id', '/posts'],
  ['/posts/:id', '/posts/1/2'],
])('the pattern %s does not match the path %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeNull();
});
