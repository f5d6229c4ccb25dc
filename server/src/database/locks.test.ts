import { expect, test } from 'vitest';
import { locks } from './locks.ts';

test('no two advisory locks share a number', () => {
  const keys = Object.values(locks);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(keys.length);
});
