import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { addressOf, headersFor, readAnswer, settled } from './api.ts';
import { ApiError } from './api-errors.ts';

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;
/** The server gives a sign of life every 25 seconds. */
const silenceMs = 60_000;

/**
 * Hears an endpoint's server-sent events until `signal` says stop: a stream that breaks is opened
 * again, after longer and longer pauses, at once when the network or the reader comes back. (The
 * browser's own EventSource cannot carry a token.)
 */
export async function followEvents(
  endpoint: Endpoint,
  {
    token,
    signal,
    onEvent,
  }: { token: string; signal: AbortSignal; onEvent: (data: unknown) => void },
): Promise<void> {
  let pauseMs = shortestPauseMs;
  while (!signal.aborted) {
    const openedAt = Date.now();
    try {
      await hear(endpoint, token, signal, onEvent);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
      if (isRefused) return;
    }
    // One that ends soon after it began, as the oldest of too many does, is not opened again in a hurry.
    if (Date.now() - openedAt > longestPauseMs) pauseMs = shortestPauseMs;
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function hear(
  endpoint: Endpoint,
  token: string,
  signal: AbortSignal,
  onEvent: (data: unknown) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(addressOf(endpoint, {}), {
      headers: headersFor(token, { accept: 'text/event-stream' }),
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) {
      settled(endpoint, token, readAnswer(response.status, await response.text()));
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unfinished = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const events = (unfinished + part.value).split('\n\n');
      unfinished = events.pop() ?? '';
      for (const event of events) {
        if (event.startsWith('data: ')) onEvent(JSON.parse(event.slice('data: '.length)));
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
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
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', onVisible);
    signal.addEventListener('abort', done);
  });
}
