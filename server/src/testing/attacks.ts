import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { studentTables } from '@lop-xanh/contract/account-tables';
import { auth } from '@lop-xanh/contract/auth';
import { cards } from '@lop-xanh/contract/cards';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { pictures } from '@lop-xanh/contract/rules/pictures';
import {
  type AttackTarget,
  countStatuses,
  inChunks,
  inParallel,
  type StatusCounts,
  send,
  sendFile,
} from './attack-requests.ts';
import { bodyAttacks } from './body-attacks.ts';
import { hostileTables } from './hostile-tables.ts';
import { readAttacks } from './read-attacks.ts';

/** What one hostile user or address can do; each attack ends once the server has responded to all of it. */
export const attacks = {
  'hostile tables': async (target) => {
    const url = `${target.address}${studentTables.importTable.path}?dry_run=true`;
    const statuses: number[] = [];
    for (const { bytes } of hostileTables.slice(0, target.requests)) {
      statuses.push(...(await inParallel(2, () => sendFile(url, target.token, bytes()))));
    }
    return countStatuses(statuses);
  },
  'failed logins': async ({ address, requests }) =>
    countStatuses(
      await inParallel(requests, (index) => logIn(address, `kẻ-lạ-${index % 50}`, `${index}`)),
    ),
  'right logins': async ({ address, username, password }) =>
    countStatuses(await inParallel(32, () => logIn(address, username, password))),
  // Half of the requests come from the network of the user whose password they guess.
  'lock-outs': async ({ address, username, requests }) =>
    countStatuses(
      await inParallel(requests, async (index) => {
        const wrong = { username, password: 'đoán-bừa-1' };
        const { status } = await logInFrom(`127.0.0.${1 + (index % 2)}`, address, wrong);
        return status;
      }),
    ),
  // Half of the requests invent cards, the others guess the pictures of one that was found.
  'card guesses': async ({ address, cardSecret, requests }) =>
    countStatuses(
      await inParallel(requests, (index) =>
        send(address + cards.login.path, {
          body: {
            secret: index % 2 ? cardSecret : randomBytes(16).toString('base64url'),
            pictures: pictures.slice(index % 6, (index % 6) + limits.cardPictures),
          },
        }),
      ),
    ),
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
      // A new session must not reset the rate limit.
      if (sent % 500 === 0) token = (await fetchToken(address, username, password)) ?? token;
    }
    return countStatuses(statuses);
  },
  'event streams': async ({ address, token, requests }) => {
    let open = 0;
    const openStream = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await fetch(address + notifications.stream.path, { headers });
      open += 1;
      const drain = async () => {
        for await (const _ of body ?? []);
      };
      void drain()
        .catch(() => undefined)
        .finally(() => {
          open -= 1;
        });
      return status;
    };
    const statuses = await inParallel(Math.min(requests, 300), openStream);
    // The server closes the oldest stream for each one above its limit.
    await waitUntilSettled(() => open);
    return { ...countStatuses(statuses), open };
  },
  'encoded paths': async ({ address, requests }) =>
    countStatuses(
      await inChunks(requests, 100, () => send(`${address}/%61pi/posts`, { token: 'x' })),
    ),
  ...bodyAttacks,
  ...readAttacks,
} satisfies Record<string, (target: AttackTarget) => Promise<StatusCounts>>;

export type AttackName = keyof typeof attacks;

/** Waits until a number has not changed for a second. */
async function waitUntilSettled(read: () => number): Promise<void> {
  for (let before = -1; before !== read(); ) {
    before = read();
    await wait(1_000);
  }
}

function logIn(address: string, username: string, password: string): Promise<number> {
  return send(address + auth.login.path, { body: { username, password } });
}

async function fetchToken(address: string, username: string, password: string) {
  const response = await fetch(address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { token?: string }).token;
}

/** Logs in from another local address, as a client on another machine would. */
export function logInFrom(
  localAddress: string,
  address: string,
  credentials: { username: string; password: string; device?: string },
): Promise<{ status: number; body: Record<string, string> }> {
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
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }),
      );
    });
    login.end(JSON.stringify(credentials));
  });
}
