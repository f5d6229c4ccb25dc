import { ApiError, isServerFailure, NetworkError } from './api-errors.ts';
import { networkLimits } from './network-limits.ts';

/** Up to three attempts while the server fails or is busy; respects Retry-After. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  [retryDelayMs, ...laterDelaysMs]: readonly number[] = networkLimits.retryDelaysMs,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isTemporary = error instanceof ApiError && (error.status === 429 || error.status >= 500);
    if (!isTemporary || retryDelayMs === undefined) throw error;
    const delayMs = Math.max(retryDelayMs, error.retryAfterMs);
    if (delayMs > networkLimits.maxRetryDelayMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return withRetries(attempt, laterDelaysMs);
  }
}

/** A query is fetched twice, unless the line hangs: nobody waits that long again. */
export function shouldRetryQuery(failures: number, error: unknown): boolean {
  const isTimeout = error instanceof NetworkError && error.isTimeout;
  return failures < 1 && isServerFailure(error) && !isTimeout;
}
