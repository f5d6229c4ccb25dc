import { setTimeout } from 'node:timers/promises';

const defaultTimeoutMs = 3_000;

/** Waits a few seconds for something that may hang, such as a mounted folder, and then gives `otherwise`. */
export async function withinTime<T>(
  promise: Promise<T>,
  otherwise: T,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const timer = new AbortController();
  const timeout = setTimeout(timeoutMs, otherwise, { signal: timer.signal });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.abort();
  }
}
