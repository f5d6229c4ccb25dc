import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { posts } from '@lop-xanh/contract/posts';

const pauseMs = 120;

export interface BystanderStats {
  requests: number;
  /** Every response other than 200, as 'status path'. */
  failures: string[];
  p95: number;
  peakMegabytes: number;
}

export interface Bystander {
  token: string;
  /** The paths this user requests, in turn. */
  paths: string[];
}

/** Lets users of another school read at a normal pace until `until` settles, and measures their requests. */
export async function measureBystanders(
  address: string,
  { bystanders, pid, until }: { bystanders: Bystander[]; pid: number; until: Promise<unknown> },
): Promise<BystanderStats> {
  const latencies: number[] = [];
  const failures: string[] = [];
  let peakMegabytes = 0;
  let isOver = false;
  const settled = until.finally(() => {
    isOver = true;
  });
  const read = async ({ token, paths }: Bystander) => {
    for (let turn = 0; !isOver; turn++) {
      const path = paths[turn % paths.length] ?? posts.list.path;
      const startedAt = performance.now();
      const status = await fetchStatus(address + path, token);
      latencies.push(performance.now() - startedAt);
      if (status !== 200) failures.push(`${status} ${path}`);
      peakMegabytes = Math.max(peakMegabytes, readMemoryMegabytes(pid));
      await wait(pauseMs);
    }
  };
  await Promise.all([...bystanders.map(read), settled]);
  return { requests: latencies.length, failures, p95: percentile(latencies, 95), peakMegabytes };
}

async function fetchStatus(url: string, token: string): Promise<number> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The resident memory of the server and its table reader, whose program is the server's too, without PostgreSQL's. */
export function readMemoryMegabytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const readers = children.filter((child) =>
    readProcess(child, 'cmdline').includes('table-worker'),
  );
  const readKilobytes = (process: number | string, field: 'VmRSS' | 'RssAnon') =>
    Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(readProcess(process, 'status'))?.[1] ?? 0);
  const own = readers.map((reader) => readKilobytes(reader, 'RssAnon'));
  return own.reduce((sum, each) => sum + each, readKilobytes(pid, 'VmRSS')) / 1024;
}

/** Empty if the process has ended meanwhile. */
function readProcess(pid: number | string, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
