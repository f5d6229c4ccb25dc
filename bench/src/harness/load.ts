import { Client } from 'undici';
import { percentile } from './statistics.ts';

export interface Target {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
  /** The only status to accept, if it is not one of success. */
  readonly status?: number;
  /** Returns the path and body of the next request, if requests differ. */
  readonly next?: () => { path: string; body: string };
}

/** The load ends with whichever limit is reached first. */
export interface LoadLimits {
  readonly maxSeconds: number;
  readonly maxRequests: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** More than the server's database pool has, so that none of its connections is idle. */
export const connectionCount = 20;
const timeoutMs = 10_000;

/** Sends the next request on each connection as soon as it has a response, going through the targets in turn. */
export async function generateLoad(
  targets: Target | readonly Target[],
  limits: LoadLimits,
): Promise<LoadResult> {
  const requests = [targets].flat().map(toRequest);
  const origin = requests[0]?.origin ?? '';
  let sent = 0;
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + limits.maxSeconds * 1000;
  let remaining = limits.maxRequests;

  const sendRequests = async () => {
    const client = new Client(origin, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    try {
      while (remaining-- > 0 && performance.now() < endsAt) {
        const sentAt = performance.now();
        const { url, next, status, ...options } = requests[
          sent++ % requests.length
        ] as (typeof requests)[0];
        const { statusCode, body } = await client.request({ ...options, ...next() });
        await body.dump();
        const isExpected = status === undefined ? statusCode < 300 : statusCode === status;
        if (!isExpected) throw new Error(`${url} responded with ${statusCode}`);
        latencies.push(performance.now() - sentAt);
      }
    } finally {
      await client.close();
    }
  };
  await Promise.all(Array.from({ length: connectionCount }, sendRequests));

  return {
    requestsPerSecond: latencies.length / ((performance.now() - startedAt) / 1000),
    p50: percentile(latencies, 50),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
  };
}

function toRequest({ url, method = 'GET', headers = {}, body = null, status, next }: Target) {
  const { origin, pathname, search } = new URL(url);
  const fixed = { path: pathname + search, body };
  return { url, origin, method, headers, status, next: next ?? (() => fixed) };
}
