import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, isServerFailure, NetworkError } from './api-errors.ts';
import { shouldRetryQuery, withRetries } from './retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the outcome and the second at which each attempt was made. */
async function runWithErrors(...errors: Error[]) {
  const startedAt = Date.now();
  const seconds: number[] = [];
  const outcome = withRetries(async () => {
    const error = errors[seconds.length];
    seconds.push((Date.now() - startedAt) / 1_000);
    if (error) throw error;
    return 'response';
  }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { seconds, outcome: await outcome };
}

test('a failing request is sent three times over three seconds', async () => {
  const failure = new ApiError(500, {});
  expect(await runWithErrors(failure, failure, failure)).toEqual({
    seconds: [0, 1, 3],
    outcome: failure,
  });
  expect(await runWithErrors(failure, failure)).toEqual({
    seconds: [0, 1, 3],
    outcome: 'response',
  });
});

test('a busy server gets no request before its Retry-After, and none at all if that is long', async () => {
  const soon = new ApiError(503, {}, '4');
  expect(await runWithErrors(soon, soon)).toEqual({ seconds: [0, 4, 8], outcome: 'response' });
  const late = new ApiError(429, {}, '60');
  expect(await runWithErrors(late)).toEqual({ seconds: [0], outcome: late });
});

test('a request is not retried after a 4xx or without a network', async () => {
  for (const error of [new ApiError(403, {}), new NetworkError('no network')]) {
    expect(await runWithErrors(error)).toEqual({ seconds: [0], outcome: error });
  }
});

test('a query is fetched twice if the server fails, but once if the line hangs or the server says no', () => {
  const failure = new NetworkError('reset');
  expect([0, 1].map((failures) => shouldRetryQuery(failures, failure))).toEqual([true, false]);
  expect(shouldRetryQuery(0, new NetworkError('hangs', { isTimeout: true }))).toBe(false);
  expect(shouldRetryQuery(0, new ApiError(403, {}))).toBe(false);
});

test('a body that arrived too slowly may be sent again, unlike one that was refused', () => {
  expect([408, 413].map((status) => isServerFailure(new ApiError(status, {})))).toEqual([
    true,
    false,
  ]);
});
