import { expect, test } from 'vitest';
import { failureLog } from './failure-log.ts';

test('repeated failures are logged once a minute, with the number left out', () => {
  const lines: unknown[] = [];
  let now = 0;
  const error = new Error('unavailable');
  const logFailure = failureLog(
    { error: (...line: unknown[]) => void lines.push(line) },
    'it',
    () => now,
  );
  for (; now < 180_000; now += 1000) logFailure(error);
  expect(lines).toEqual([
    [{ err: error, unlogged: 0 }, 'it'],
    [{ err: error, unlogged: 59 }, 'it'],
    [{ err: error, unlogged: 59 }, 'it'],
  ]);
});
