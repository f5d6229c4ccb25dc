import { expect, test } from 'vitest';
import { DatabaseAwayError, isDatabaseAway } from './postgres-errors.ts';

test.each(
  '25006 57P01 57P02 57P03 57014 08006 08P01 53300 40P01 ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ECONNRESET ECONNREFUSED EPIPE'.split(
    ' ',
  ),
)('after the error %s the database may come back', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('any'), { code }))).toBe(true);
});

test('a database that we found unusable may come back', () => {
  expect(isDatabaseAway(new DatabaseAwayError('it is a standby'))).toBe(true);
  expect(isDatabaseAway(new Error('Query read timeout'))).toBe(true);
});

test.each([['23505'], ['25P02'], ['42601'], [undefined]])(
  'the error %s is not about a database that is away',
  (code) => {
    expect(isDatabaseAway(Object.assign(new Error('any'), { code }))).toBe(false);
  },
);
