import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { posts } from '@lop-xanh/contract/posts';

const msBetween = 120;

export interface Figures {
  requests: number;
  /** Every response that was not a success, as 'status path'. */
  failures: string[];
  p95: number;
  mostMegabytes: number;
}

export interface Bystander {
  token: string;
  /** What this user looks at, in turn. */
  paths: string[];
}

/** Users of another school, each reading the feed and its photos without haste until `until` settles. */
export async function watch(
  address: string,
  { bystanders, pid, until }: { bystanders: Bystander[]; pid: number; until: Promise<unknown> },
): Promise<Figures> {
  const latencies: number[] = [];
  const failures: string[] = [];
  let mostMegabytes = 0;
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const read = async ({ token, paths }: Bystander) => {
    for (let turn = 0; !isOver; turn++) {
      const path = paths[turn % paths.length] ?? posts.list.path;
      const startedAt = performance.now();
      const status = await statusOf(address + path, token);
      latencies.push(performance.now() - startedAt);
      if (status !== 200) failures.push(`${status} ${path}`);
      mostMegabytes = Math.max(mostMegabytes, megabytesOf(pid));
      await wait(msBetween);
    }
  };
  await Promise.all([...bystanders.map(read), over]);
  return { requests: latencies.length, failures, p95: percentile(latencies, 95), mostMegabytes };
}

async function statusOf(url: string, token: string): Promise<number> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The memory that the process holds, without that of PostgreSQL. */
export function megabytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
