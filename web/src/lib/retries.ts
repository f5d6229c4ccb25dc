import { ApiError } from './api-errors.ts';

/** Before the second try and before the third. */
const pausesMs = [1_000, 2_000];
/** Nobody should look longer at an empty page; what takes longer is left to the caller. */
const longestPauseMs = 5_000;

/** Asks up to three times where the server fails or is busy, and never before the server wants to be asked. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  [pauseMs, ...later] = pausesMs,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const canPass = error instanceof ApiError && (error.status === 429 || error.status >= 500);
    if (!canPass || pauseMs === undefined) throw error;
    const wantedMs = Math.max(pauseMs, error.retryAfterMs);
    if (wantedMs > longestPauseMs) throw error;
    await new Promise((done) => setTimeout(done, wantedMs));
    return withRetries(attempt, later);
  }
}
