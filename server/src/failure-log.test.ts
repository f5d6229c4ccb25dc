import { expect, test } from 'vitest';
import { failureLog } from './failure-log.ts';

test('a failure every second is logged once a minute, with how many were left out', () => {
  const lines: unknown[] = [];
  let now = 0;
  const error = new Error('away');
  const fail = failureLog(
    { error: (...line: unknown[]) => void lines.push(line) },
    'it',
    () => now,
  );
  for (; now < 180_000; now += 1000) fail(error);
  expect(lines).toEqual([
    [{ err: error, unlogged: 0 }, 'it'],
    [{ err: error, unlogged: 59 }, 'it'],
    [{ err: error, unlogged: 59 }, 'it'],
  ]);
});
