import { Client } from 'undici';
import { percentile } from './statistics.ts';

export interface Target {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
  /** Where each request differs: the path and body of each next one, in the place of the above. */
  readonly next?: () => { path: string; body: string };
}

/** A load ends with whichever of the two comes first. */
export interface Bounds {
  readonly seconds: number;
  readonly requests: number;
}

export interface Figures {
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** More than the server's database pool has, so that a connection of it is never idle. */
export const connections = 20;
const patience = 10_000;

/** Each connection asks again as soon as it is answered; of several targets of a server each in turn. */
export async function load(targets: Target | readonly Target[], bounds: Bounds): Promise<Figures> {
  const requests = [targets].flat().map(requestsOf);
  const origin = requests[0]?.origin ?? '';
  let asked = 0;
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + bounds.seconds * 1000;
  let left = bounds.requests;

  const askAgainAndAgain = async () => {
    const client = new Client(origin, { headersTimeout: patience, bodyTimeout: patience });
    try {
      while (left-- > 0 && performance.now() < endsAt) {
        const askedAt = performance.now();
        const { url, next, ...how } = requests[asked++ % requests.length] as (typeof requests)[0];
        const { statusCode, body } = await client.request({ ...how, ...next() });
        await body.dump();
        if (statusCode >= 300) throw new Error(`${url} answered ${statusCode}`);
        latencies.push(performance.now() - askedAt);
      }
    } finally {
      await client.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, askAgainAndAgain));

  return {
    requestsPerSecond: latencies.length / ((performance.now() - startedAt) / 1000),
    p50: percentile(latencies, 50),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
  };
}

function requestsOf({ url, method = 'GET', headers = {}, body = null, next }: Target) {
  const { origin, pathname, search } = new URL(url);
  const same = { path: pathname + search, body };
  return { url, origin, method, headers, next: next ?? (() => same) };
}
