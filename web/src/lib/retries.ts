import { ApiError } from './api-errors.ts';

/** Before the second and the third attempt. */
const retryDelaysMs = [1_000, 2_000];
/** Users should not look at an empty page for longer; the caller handles the rest. */
const maxDelayMs = 5_000;

/** Up to three attempts while the server fails or is busy; respects Retry-After. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  [retryDelayMs, ...laterDelaysMs] = retryDelaysMs,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isTemporary = error instanceof ApiError && (error.status === 429 || error.status >= 500);
    if (!isTemporary || retryDelayMs === undefined) throw error;
    const delayMs = Math.max(retryDelayMs, error.retryAfterMs);
    if (delayMs > maxDelayMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return withRetries(attempt, laterDelaysMs);
  }
}
