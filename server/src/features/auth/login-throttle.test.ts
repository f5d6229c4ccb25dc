import { expect, test } from 'vitest';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { throttled, wrongTries } from './login-throttle.ts';

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

test('whoever has reached both limits is told the longer wait', async () => {
  const attempt = { username: 'lan', address: '192.0.2.7' };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const tries = (count: number, minutes: number, fields: object) =>
    Array.from({ length: count }, () => ({ ...attempt, ...fields, tried_at: minutesAgo(minutes) }));
  await database.db
    .insertInto('login_attempts')
    .values([
      ...tries(wrongTries.ofUsername, 14, { address: '192.0.2.8' }),
      ...tries(wrongTries.ofAddress, 2, { username: 'ai' }),
    ])
    .execute();
  const refusal = await throttled(database, attempt, async () => true).catch((error) => error);
  expect(refusal.retryAfterSeconds).toBeGreaterThan(12 * 60);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(13 * 60);
});
