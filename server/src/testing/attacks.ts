import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { studentTables } from '@lop-xanh/contract/account-tables';
import { auth } from '@lop-xanh/contract/auth';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { hostileTables } from './hostile-tables.ts';

export interface Target {
  address: string;
  /** Who attacks: any user of the demo's first school. */
  token: string;
  username: string;
  password: string;
  postId: number;
  /** How many requests a flood has, or how many tables are sent. */
  requests: number;
}

/** How often each status came back, or 'broken' for a connection without one; of streams also how many stay open. */
export type Statuses = Record<string, number>;

/** What one hostile user or address can do, each until the server has answered all of it. */
export const attacks = {
  'hostile tables': async (target) => {
    const statuses: number[] = [];
    for (const { bytes } of hostileTables.slice(0, target.requests)) {
      statuses.push(...(await inParallel(2, () => sendTable(target, bytes()))));
    }
    return count(statuses);
  },
  'wrong logins': async ({ address, requests }) =>
    count(await inParallel(requests, (at) => logIn(address, `kẻ-lạ-${at % 50}`, `${at}`))),
  'right logins': async ({ address, username, password }) =>
    count(await inParallel(32, () => logIn(address, username, password))),
  comments: async (target) => {
    const { address, username, password, postId, requests } = target;
    const path = posts.comment.path.replace('{id}', String(postId));
    let { token } = target;
    const statuses: number[] = [];
    for (let sent = 0; sent < requests; sent += 50) {
      statuses.push(
        ...(await inParallel(50, () =>
          send(address + path, { token, body: { text: 'a'.repeat(2000) } }),
        )),
      );
      // A new session must not start the count again.
      if (sent % 500 === 0) token = (await tokenOf(address, username, password)) ?? token;
    }
    return count(statuses);
  },
  'event streams': async ({ address, token, requests }) => {
    let open = 0;
    const openStream = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await fetch(address + notifications.stream.path, { headers });
      open += 1;
      const ended = async () => {
        for await (const _ of body ?? []);
      };
      void ended()
        .catch(() => undefined)
        .finally(() => {
          open -= 1;
        });
      return status;
    };
    const statuses = await inParallel(Math.min(requests, 300), openStream);
    // The server closes the oldest one for each that is too many.
    await isSettled(() => open);
    return { ...count(statuses), open };
  },
  'encoded paths': async ({ address, requests }) =>
    count(await inChunks(requests, 100, () => send(`${address}/%61pi/posts`, { token: 'x' }))),
} satisfies Record<string, (target: Target) => Promise<Statuses>>;

export type AttackName = keyof typeof attacks;

function inParallel<T>(times: number, act: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, at) => act(at)));
}

async function inChunks<T>(times: number, size: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < times) results.push(...(await inParallel(size, act)));
  return results;
}

/** Waits until a number has not changed for a second. */
async function isSettled(read: () => number): Promise<void> {
  for (let before = -1; before !== read(); ) {
    before = read();
    await wait(1_000);
  }
}

function count(statuses: number[]): Statuses {
  const counted: Statuses = {};
  for (const status of statuses) {
    const name = status === 0 ? 'broken' : String(status);
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

function logIn(address: string, username: string, password: string): Promise<number> {
  return send(address + auth.login.path, { body: { username, password } });
}

async function tokenOf(address: string, username: string, password: string) {
  const response = await fetch(address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { token?: string }).token;
}

interface Sent {
  token?: string;
  body?: object;
}

/** The status, or 0 where the connection broke. */
async function send(url: string, { token, body }: Sent): Promise<number> {
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function sendTable({ address, token }: Target, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'danh-sach');
  try {
    const response = await fetch(`${address}${studentTables.take.path}?dry_run=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Logs in from another address of this machine, as a stranger elsewhere would. */
export function logInFrom(
  localAddress: string,
  address: string,
  body: { username: string; password: string; device?: string },
): Promise<{ status: number; answer: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const login = request(address + auth.login.path, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'application/json' },
    });
    login.on('error', reject);
    login.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, answer: JSON.parse(text) }),
      );
    });
    login.end(JSON.stringify(body));
  });
}
