import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { auth } from '@lop-xanh/contract/auth';
import { site } from '@lop-xanh/contract/site';
import { describe, expect, test } from 'vitest';
import { demoPassword } from './demo/demo-accounts.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { cleanUpNextWeek, findBrokenInvariants } from './testing/broken-invariants.ts';
import { SchoolLife } from './testing/school-life.ts';
import {
  isRunning,
  makeDataDir,
  openBeside,
  postgresPid,
  type ServerProcess,
  startServerProcess,
} from './testing/server-process.ts';

/** The full run: `KILLS=200 npx vitest run survival`. */
const kills = Number(process.env.KILLS ?? 3);

const release = fileURLToPath(new URL('../../releases/current', import.meta.url));

/** Logs in, which writes a session; the token is the server's word that it is written. */
async function logIn({ address }: ServerProcess): Promise<string> {
  const response = await fetch(address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'teacher', password: demoPassword }),
  });
  if (!response.ok) throw new Error(`login answered ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

const statusOfMe = async ({ address }: ServerProcess, token: string) =>
  (await fetch(address + auth.me.path, { headers: { authorization: `Bearer ${token}` } })).status;

describe('SIGTERM', () => {
  test('running requests are answered, PostgreSQL stops, nothing is left behind', async () => {
    const DATA_DIR = makeDataDir();
    const server = await startServerProcess({ DATA_DIR });
    const postgres = postgresPid(DATA_DIR) as number;
    expect(isRunning(postgres)).toBe(true);
    const running = Array.from({ length: 12 }, () => logIn(server));
    await Promise.race(running);
    server.process.kill('SIGTERM');
    const tokens = await Promise.all(running);
    expect(tokens).toHaveLength(12);
    expect(await server.ended).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    expect(postgresPid(DATA_DIR)).toBeUndefined();
    await expect(fetch(server.address + site.health.path)).rejects.toThrow('fetch failed');

    const again = await startServerProcess({ DATA_DIR });
    expect(await statusOfMe(again, tokens[11] as string)).toBe(200);
  });
});

describe('npm start', () => {
  test.each([
    ['a signal to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
    [
      'Ctrl-C, which reaches every process of the group',
      (pid: number) => process.kill(-pid, 'SIGINT'),
    ],
  ])('leaves nothing behind after %s', async (_, signal) => {
    const DATA_DIR = makeDataDir();
    const server = await startServerProcess({ DATA_DIR }, ['npm', 'start']);
    // It runs from its release, which stays as long as it does.
    const page = await fetch(`${server.address}/lessons`);
    expect(await page.text()).toBe(readFileSync(`${release}/web/dist/index.html`, 'utf8'));
    const holders = () => readdirSync(`${release}/.held-by`).map(Number).filter(isRunning);
    expect(holders()).toHaveLength(1);
    signal(server.process.pid as number);
    await server.ended;
    await expect.poll(() => postgresPid(DATA_DIR)).toBeUndefined();
    await expect(fetch(server.address + site.health.path)).rejects.toThrow('fetch failed');
    await expect.poll(holders).toEqual([]);
  });
});

describe('SIGKILL', () => {
  test('at any moment of any writes leaves nothing half, doubled or lost', {
    timeout: 60_000 + kills * 30_000,
  }, async () => {
    const DATA_DIR = makeDataDir();
    const storage = openDiskStorage(DATA_DIR);
    const life = new SchoolLife(20_261_115);
    const checkSchool = async ({ address }: ServerProcess) => {
      await life.settle(address);
      const database = await openBeside(DATA_DIR);
      await cleanUpNextWeek(database, storage);
      expect(await findBrokenInvariants(database, storage)).toEqual([]);
      return database;
    };
    for (let kill = 0; kill < kills; kill++) {
      const server = await startServerProcess({ DATA_DIR });
      await checkSchool(server);
      await life.begin(server.address);
      if (kill === 0) await life.passedAll();
      // A different moment each time, and always in the middle of writes.
      await life.passed(20 + ((kill * 7) % 30));
      process.kill(-(server.process.pid as number), 'SIGKILL');
      // Every third time PostgreSQL outlives its server.
      if (kill % 3 !== 2) process.kill(postgresPid(DATA_DIR) as number, 'SIGKILL');
      await Promise.all([server.ended, life.end()]);
    }
    const { db } = await checkSchool(await startServerProcess({ DATA_DIR }));
    expect(await life.findLost(db)).toEqual([]);
    expect(life.untrue).toEqual([]);
  });

  test('a PostgreSQL that outlives its killed server does not stand in the way', async () => {
    const DATA_DIR = makeDataDir();
    const server = await startServerProcess({ DATA_DIR });
    const token = await logIn(server);
    const postgres = postgresPid(DATA_DIR) as number;
    server.process.kill('SIGKILL');
    await server.ended;
    expect(isRunning(postgres)).toBe(true);
    const next = await startServerProcess({ DATA_DIR });
    expect(postgresPid(DATA_DIR)).not.toBe(postgres);
    expect(await statusOfMe(next, token)).toBe(200);
  });
});
