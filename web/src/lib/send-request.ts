import { NetworkError } from './api-errors.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { networkLimits } from './network-limits.ts';

export interface RawResponse {
  status: number;
  /** Null where the body is not JSON. */
  body: unknown;
  retryAfter?: string | null;
  etag?: string | null;
}

interface Limits {
  readMs: number;
  writeMs: number;
}

/** Throws a NetworkError without a response of our server in time. */
export async function sendRequest(
  request: Request,
  { readMs, writeMs }: Limits = networkLimits,
): Promise<RawResponse> {
  const early = takeEarlyResponse(request);
  const controller = early?.controller ?? new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort();
  let timer = setTimeout(stop, request.method === 'GET' ? readMs : writeMs);
  try {
    const response = await (early?.response ?? fetch(request, { signal }));
    // A slow line is not a hanging one: a long list may take its time.
    clearTimeout(timer);
    timer = setTimeout(stop, writeMs);
    const retryAfter = response.headers.get('retry-after');
    const etag = response.headers.get('etag');
    return { ...parseResponse(response.status, await response.text()), retryAfter, etag };
  } catch (error) {
    throw new NetworkError(error, { isTimeout: signal.aborted });
  } finally {
    clearTimeout(timer);
  }
}

/** A proxy's error page becomes an error without a message; HTML in place of data throws. */
export function parseResponse(status: number, text: string): RawResponse {
  return { status, body: isOk(status) ? JSON.parse(text) : parseOrNull(text) };
}

export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
