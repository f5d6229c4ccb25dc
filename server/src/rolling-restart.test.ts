import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { site } from '@lop-xanh/contract/site';
import { expect, test } from 'vitest';
import { demoPassword } from './demo/demo-accounts.ts';
import { findFreePort, startNginx } from './testing/nginx.ts';
import { makeDataDir, type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { makeEmptyDatabase } from './testing/test-database.ts';

const readers = 14;
const writers = 6;
/** Stays below the rate limit of a session, even with one server less. */
const requestIntervalMs = 100;

/** Needs nginx: `npm run several`. */
test('restarting the servers one by one loses no request and repeats no write', {
  timeout: 180_000,
}, async () => {
  const port = await findFreePort();
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const address = `http://127.0.0.1:${port}`;
  const environment = {
    DATABASE_URL: (await makeEmptyDatabase()).url,
    DATA_DIR: makeDataDir(),
    DEMO: '1',
    PUBLIC_URL: address,
    LOG_LEVEL: 'info',
  };
  const startServer = (index: number) =>
    startServerProcess({ ...environment, PORT: String(ports[index]) });
  const servers = await Promise.all(ports.map((_, index) => startServer(index)));
  await startNginx(port, ports);
  await expect.poll(() => fetchStatus(address + site.health.path)).toBe(200);

  const load = await startLoad(address);
  for (const [index, server] of servers.entries()) {
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const restarted = await startServer(index);
    await expect.poll(() => countRequests(restarted)).toBeGreaterThan(10);
  }
  const { requests, failures, written, found } = await load.end();

  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(1_000);
  expect(written.length).toBeGreaterThan(100);
  expect(found.toSorted()).toEqual(written.toSorted());
});

const fetchStatus = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
const countRequests = ({ output }: ServerProcess) => output().split('incoming request').length - 1;

/** Students who keep reading and commenting, without idempotency keys. */
async function startLoad(address: string) {
  const failures: string[] = [];
  const written: string[] = [];
  let requests = 0;
  let isStopped = false;

  const send = async (method: string, path: string, token = '', body?: object) => {
    requests += 1;
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  const logIn = async () => {
    const body = { username: 'student', password: demoPassword };
    return ((await send('POST', auth.login.path, '', body)) as { token: string }).token;
  };
  const repeat = async (name: string, work: (token: string, round: number) => Promise<unknown>) => {
    const token = await logIn();
    for (let round = 0; !isStopped; round++) {
      await work(token, round).catch((error: unknown) =>
        failures.push(`${name}: ${String(error)}`),
      );
      await pause(requestIntervalMs);
    }
  };

  const token = await logIn();
  const list = (await send('GET', posts.list.path, token)) as { posts: Post[] };
  const postPath = posts.read.path.replace('{id}', String(list.posts[0]?.id));
  const clients = [
    ...Array.from({ length: readers }, (_, index) =>
      repeat(`reader ${index}`, (ownToken, round) =>
        send('GET', round % 2 ? auth.me.path : posts.list.path, ownToken),
      ),
    ),
    ...Array.from({ length: writers }, (_, index) =>
      repeat(`writer ${index}`, async (ownToken, round) => {
        const text = `lần ${index} ${round}`;
        await send('POST', `${postPath}/comment`, ownToken, { text });
        written.push(text);
      }),
    ),
  ];
  return {
    async end() {
      isStopped = true;
      await Promise.all(clients);
      const { comments } = (await send('GET', postPath, token)) as Post;
      const found = comments.map(({ text }) => text).filter((text) => text.startsWith('lần '));
      return { requests, failures, written, found };
    },
  };
}
