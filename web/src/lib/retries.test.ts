import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api-errors.ts';
import { withRetries } from './retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tries until it ends, and says after how many seconds each try was made. */
async function triesOf(...errors: Error[]) {
  const startedAt = Date.now();
  const seconds: number[] = [];
  const outcome = withRetries(async () => {
    const error = errors[seconds.length];
    seconds.push((Date.now() - startedAt) / 1_000);
    if (error) throw error;
    return 'answer';
  }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { seconds, outcome: await outcome };
}

test('a failing server is asked three times over three seconds', async () => {
  const failure = new ApiError(500, {});
  expect(await triesOf(failure, failure, failure)).toEqual({
    seconds: [0, 1, 3],
    outcome: failure,
  });
  expect(await triesOf(failure, failure)).toEqual({ seconds: [0, 1, 3], outcome: 'answer' });
});

test('a busy server is not asked before the time it names, and not at all where that is long', async () => {
  const soon = new ApiError(503, {}, '4');
  expect(await triesOf(soon, soon)).toEqual({ seconds: [0, 4, 8], outcome: 'answer' });
  const late = new ApiError(429, {}, '60');
  expect(await triesOf(late)).toEqual({ seconds: [0], outcome: late });
});

test('a refusal and a missing response are not repeated', async () => {
  for (const error of [new ApiError(403, {}), new NetworkError('no network')]) {
    expect(await triesOf(error)).toEqual({ seconds: [0], outcome: error });
  }
});
