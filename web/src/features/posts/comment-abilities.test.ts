import { expect, test } from 'vitest';
import { getCommentMenu, hasCommentMenu } from './comment-abilities.ts';
import { undecided } from './normalize-posts.ts';

const listEntries = (can: Partial<typeof undecided.can>) =>
  Object.entries(getCommentMenu({ can: { ...undecided.can, ...can } }))
    .filter(([, isShown]) => isShown)
    .map(([name]) => name);

test('the menu offers what the user can do, and only one way to do it', () => {
  expect(listEntries({ report: true })).toEqual(['report']);
  expect(listEntries({ delete: true })).toEqual(['delete']);
  expect(listEntries({ report: true, hide: true })).toEqual(['hide']);
  expect(listEntries({ delete: true, hide: true })).toEqual(['delete']);
  expect(listEntries({ restore: true })).toEqual(['restore']);
});

test('a comment that waits for a decision needs no menu for its moderators', () => {
  const can = { ...undecided.can, approve: true, hide: true, report: true };
  expect(hasCommentMenu({ can })).toBe(false);
});
