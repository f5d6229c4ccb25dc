import { expect, test } from 'vitest';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { throttled } from './login-throttle.ts';

const database = await makeTestDatabase();

test('of a hundred guesses that end at the same moment ten are told, from wherever they come', async () => {
  const guesses = Array.from({ length: 100 }, (_, at) =>
    throttled(database, { username: 'An', address: `203.0.113.${at}` }, async () => false),
  );
  const outcomes = await Promise.allSettled(guesses);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('of many guesses from one address a hundred are told, for whomever they are', async () => {
  const guesses = Array.from({ length: 130 }, (_, at) =>
    throttled(database, { username: `ai.${at}`, address: '198.51.100.1' }, async () => false),
  );
  const outcomes = await Promise.allSettled(guesses);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});
