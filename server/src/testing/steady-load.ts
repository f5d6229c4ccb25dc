import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import { posts } from '@lop-xanh/contract/posts';
import { demoAccounts, demoPassword, secondSchoolAccounts } from '../demo/demo-accounts.ts';

/** Keeps each user below the rate limit, even with one server less. */
const intervalMs = 100;
/** Those that the version before has too. */
const accounts = [...Object.values(demoAccounts), secondSchoolAccounts.teacher];

export interface LoadResult {
  requests: number;
  /** Every request that did not succeed at once. */
  failures: string[];
  /** The titles of the acknowledged posts, which begin with 'Bài thử '. */
  written: string[];
}

/** Every demo account keeps reading, and the teachers keep posting, without idempotency keys or retries. */
export async function startSteadyLoad(address: string): Promise<{ end(): Promise<LoadResult> }> {
  const result: LoadResult = { requests: 0, failures: [], written: [] };
  let isOver = false;

  const send = async (method: string, path: string, token?: string, body?: object) => {
    result.requests += 1;
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  const repeat = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isOver; round++) {
      await work(round).catch((error: unknown) => result.failures.push(String(error)));
      await pause(intervalMs);
    }
  };
  const clients: Promise<void>[] = [];
  for (const { username, role } of accounts) {
    const body = { username, password: demoPassword };
    const { token } = (await send('POST', auth.login.path, undefined, body)) as { token: string };
    clients.push(repeat((round) => send('GET', round % 2 ? auth.me.path : posts.list.path, token)));
    if (role !== 'Teacher') continue;
    clients.push(
      repeat(async (round) => {
        const title = `Bài thử ${username} ${round}`;
        await send('POST', posts.create.path, token, { title, content: 'Trong khi nâng cấp' });
        result.written.push(title);
      }),
    );
  }
  return {
    async end() {
      isOver = true;
      await Promise.all(clients);
      return result;
    },
  };
}
