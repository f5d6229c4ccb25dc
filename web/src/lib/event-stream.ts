import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { buildHeaders, buildUrl, unwrapResponse } from './api.ts';
import { ApiError } from './api-errors.ts';
import { networkLimits } from './network-limits.ts';
import { parseResponse } from './send-request.ts';

const { minStreamRetryMs, maxStreamRetryMs, streamSilenceMs } = networkLimits;

/**
 * Receives an endpoint's server-sent events until `signal` aborts. A broken stream is reopened with
 * exponential backoff, and at once when the network or the user comes back. (The browser's EventSource
 * cannot send a token.)
 */
export async function subscribeToEvents(
  endpoint: Endpoint,
  {
    token,
    signal,
    onEvent,
  }: { token: string; signal: AbortSignal; onEvent: (data: unknown) => void },
): Promise<void> {
  let retryDelayMs: number = minStreamRetryMs;
  while (!signal.aborted) {
    const openedAt = Date.now();
    try {
      await readStream(endpoint, token, signal, onEvent);
    } catch (error) {
      const isRejected = error instanceof ApiError && error.isFromServer;
      if (isRejected && error.status < 500 && error.status !== 429) return;
    }
    // A stream that ends early keeps its backoff: the server closes the oldest of too many.
    if (Date.now() - openedAt > maxStreamRetryMs) retryDelayMs = minStreamRetryMs;
    await waitToRetry(retryDelayMs * (0.5 + Math.random() / 2), signal);
    retryDelayMs = Math.min(retryDelayMs * 2, maxStreamRetryMs);
  }
}

async function readStream(
  endpoint: Endpoint,
  token: string,
  signal: AbortSignal,
  onEvent: (data: unknown) => void,
): Promise<void> {
  // AbortSignal.any() would do, but is newer than some browsers we support.
  const connection = new AbortController();
  const close = () => connection.abort();
  signal.addEventListener('abort', close);
  let timer = setTimeout(close, streamSilenceMs);
  try {
    const response = await fetch(buildUrl(endpoint, {}), {
      headers: buildHeaders(token, { accept: 'text/event-stream' }),
      cache: 'no-store',
      signal: connection.signal,
    });
    if (!response.ok || !response.body) {
      unwrapResponse(endpoint, token, parseResponse(response.status, await response.text()));
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let incomplete = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(close, streamSilenceMs);
      const events = (incomplete + chunk.value).split('\n\n');
      incomplete = events.pop() ?? '';
      for (const event of events) {
        if (event.startsWith('data: ')) onEvent(JSON.parse(event.slice('data: '.length)));
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
  }
}

function waitToRetry(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', onVisible);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') done();
    };
    const timer = setTimeout(done, delayMs);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', onVisible);
    signal.addEventListener('abort', done);
  });
}
