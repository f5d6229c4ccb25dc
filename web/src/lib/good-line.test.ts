import { expect, test } from 'vitest';
import { type Connection, isGoodLine } from './good-line.ts';

test.each<[string, boolean, Connection | undefined]>([
  ['a browser that tells nothing', true, undefined],
  ['a fast line', true, { effectiveType: '4g', saveData: false }],
  ['a slow line', false, { effectiveType: '3g' }],
  ['a user who saves data', false, { effectiveType: '4g', saveData: true }],
])('with %s, fetching in advance is allowed: %s', (_, isAllowed, connection) => {
  expect(isGoodLine(connection)).toBe(isAllowed);
});
