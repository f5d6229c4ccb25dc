import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { site } from '@lop-xanh/contract/site';
import { expect, test } from 'vitest';
import { demoPassword } from './demo/demo-accounts.ts';
import { freePort, startNginx } from './testing/nginx.ts';
import {
  fromBuild,
  makeDataDir,
  type ServerProcess,
  startServerProcess,
} from './testing/server-process.ts';
import { makeEmptyDatabase } from './testing/test-database.ts';

const readers = 14;
const writers = 6;
/** Below what one session may ask in a minute, also while one server is away. */
const msBetweenCalls = 100;

/** Needs nginx: `npm run several`. */
test('a restart of one server after the other loses no request and does nothing twice', {
  timeout: 180_000,
}, async () => {
  const port = await freePort();
  const ports = [await freePort(), await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const environment = {
    DATABASE_URL: (await makeEmptyDatabase()).url,
    DATA_DIR: makeDataDir(),
    DEMO: '1',
    PUBLIC_URL: address,
    LOG_LEVEL: 'info',
  };
  const startOn = (at: number) =>
    startServerProcess({ ...environment, PORT: String(ports[at]) }, fromBuild);
  const servers = await Promise.all(ports.map((_, at) => startOn(at)));
  await startNginx(port, ports);
  await expect.poll(() => statusOf(address + site.health.path)).toBe(200);

  const load = await startLoad(address);
  for (const [at, server] of servers.entries()) {
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const again = await startOn(at);
    await expect.poll(() => callsOf(again)).toBeGreaterThan(10);
  }
  const { calls, failures, written, found } = await load.end();

  expect(failures).toEqual([]);
  expect(calls).toBeGreaterThan(1_000);
  expect(written.length).toBeGreaterThan(100);
  expect(found.toSorted()).toEqual(written.toSorted());
});

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
const callsOf = ({ output }: ServerProcess) => output().split('incoming request').length - 1;

/** Students who read and who comment again and again, none of them with a key. */
async function startLoad(address: string) {
  const failures: string[] = [];
  const written: string[] = [];
  let calls = 0;
  let isOver = false;

  const call = async (method: string, path: string, token = '', body?: object) => {
    calls += 1;
    const answer = await fetch(address + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  const logIn = async () => {
    const body = { username: 'student', password: demoPassword };
    return ((await call('POST', auth.login.path, '', body)) as { token: string }).token;
  };
  const again = async (name: string, work: (token: string, turn: number) => Promise<unknown>) => {
    const token = await logIn();
    for (let turn = 0; !isOver; turn++) {
      await work(token, turn).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
      await pause(msBetweenCalls);
    }
  };

  const token = await logIn();
  const list = (await call('GET', posts.list.path, token)) as { posts: Post[] };
  const postPath = posts.read.path.replace('{id}', String(list.posts[0]?.id));
  const everybody = [
    ...Array.from({ length: readers }, (_, at) =>
      again(`reader ${at}`, (own, turn) =>
        call('GET', turn % 2 ? auth.me.path : posts.list.path, own),
      ),
    ),
    ...Array.from({ length: writers }, (_, at) =>
      again(`writer ${at}`, async (own, turn) => {
        const text = `lần ${at} ${turn}`;
        await call('POST', `${postPath}/comment`, own, { text });
        written.push(text);
      }),
    ),
  ];
  return {
    async end() {
      isOver = true;
      await Promise.all(everybody);
      const { comments } = (await call('GET', postPath, token)) as Post;
      const found = comments.map(({ text }) => text).filter((text) => text.startsWith('lần '));
      return { calls, failures, written, found };
    },
  };
}
