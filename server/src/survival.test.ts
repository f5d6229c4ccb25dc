import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { auth } from '@lop-xanh/contract/auth';
import { site } from '@lop-xanh/contract/site';
import { describe, expect, test } from 'vitest';
import { demoPassword } from './demo/demo-accounts.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { cleanUpNextWeek, findBrokenInvariants } from './testing/broken-invariants.ts';
import { SchoolSimulation } from './testing/school-simulation.ts';
import {
  isRunning,
  makeDataDir,
  openEmbeddedDatabase,
  readPostgresPid,
  type ServerProcess,
  startServerProcess,
} from './testing/server-process.ts';

/** The full run: `KILLS=200 npx vitest run survival`. */
const kills = Number(process.env.KILLS ?? 3);

const release = fileURLToPath(new URL('../../releases/current', import.meta.url));

/** Logs in; a returned token means that the session has been written. */
async function logIn({ address }: ServerProcess): Promise<string> {
  const response = await fetch(address + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'teacher', password: demoPassword }),
  });
  if (!response.ok) throw new Error(`login returned ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

const fetchMyStatus = async ({ address }: ServerProcess, token: string) =>
  (await fetch(address + auth.me.path, { headers: { authorization: `Bearer ${token}` } })).status;

describe('SIGTERM', () => {
  test('lets running requests finish, stops PostgreSQL and leaves nothing behind', async () => {
    const DATA_DIR = makeDataDir();
    const server = await startServerProcess({ DATA_DIR });
    const postgres = readPostgresPid(DATA_DIR) as number;
    expect(isRunning(postgres)).toBe(true);
    const running = Array.from({ length: 12 }, () => logIn(server));
    await Promise.race(running);
    server.process.kill('SIGTERM');
    const tokens = await Promise.all(running);
    expect(tokens).toHaveLength(12);
    expect(await server.ended).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    expect(readPostgresPid(DATA_DIR)).toBeUndefined();
    await expect(fetch(server.address + site.health.path)).rejects.toThrow('fetch failed');

    const restarted = await startServerProcess({ DATA_DIR });
    expect(await fetchMyStatus(restarted, tokens[11] as string)).toBe(200);
  });
});

describe('npm start', () => {
  test.each([
    ['a signal to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
    [
      'Ctrl-C, which reaches the whole process group',
      (pid: number) => process.kill(-pid, 'SIGINT'),
    ],
  ])('leaves nothing behind after %s', async (_, signal) => {
    const DATA_DIR = makeDataDir();
    const server = await startServerProcess({ DATA_DIR, DEMO: '0' }, ['npm', 'start']);
    // It runs from its release, which is kept while it runs.
    const page = await fetch(`${server.address}/lessons`);
    expect(await page.text()).toBe(readFileSync(`${release}/web/dist/index.html`, 'utf8'));
    const listHolders = () => readdirSync(`${release}/.held-by`).map(Number).filter(isRunning);
    expect(listHolders()).toHaveLength(1);
    signal(server.process.pid as number);
    await server.ended;
    await expect.poll(() => readPostgresPid(DATA_DIR)).toBeUndefined();
    await expect(fetch(server.address + site.health.path)).rejects.toThrow('fetch failed');
    await expect.poll(listHolders).toEqual([]);
  });
});

describe('SIGKILL', () => {
  test('during writes leaves nothing incomplete, duplicated or lost', {
    timeout: 60_000 + kills * 30_000,
  }, async () => {
    const DATA_DIR = makeDataDir();
    const storage = openDiskStorage(DATA_DIR);
    const simulation = new SchoolSimulation(20_261_115);
    const checkSchool = async ({ address }: ServerProcess) => {
      await simulation.settle(address);
      const database = await openEmbeddedDatabase(DATA_DIR);
      await cleanUpNextWeek(database, storage);
      expect(await findBrokenInvariants(database, storage)).toEqual([]);
      return database;
    };
    for (let kill = 0; kill < kills; kill++) {
      const server = await startServerProcess({ DATA_DIR });
      await checkSchool(server);
      await simulation.begin(server.address);
      if (kill === 0) await simulation.waitForEveryKind();
      // At a different moment each time, but always during writes.
      await simulation.waitForActions(20 + ((kill * 7) % 30));
      process.kill(-(server.process.pid as number), 'SIGKILL');
      // Every third time PostgreSQL outlives its server.
      if (kill % 3 !== 2) process.kill(readPostgresPid(DATA_DIR) as number, 'SIGKILL');
      await Promise.all([server.ended, simulation.end()]);
    }
    const { db } = await checkSchool(await startServerProcess({ DATA_DIR }));
    expect(await simulation.findLostActions(db)).toEqual([]);
    expect(simulation.invalidResponses).toEqual([]);
  });

  test('may leave PostgreSQL running, and the next start replaces it', async () => {
    const DATA_DIR = makeDataDir();
    const server = await startServerProcess({ DATA_DIR });
    const token = await logIn(server);
    const postgres = readPostgresPid(DATA_DIR) as number;
    server.process.kill('SIGKILL');
    await server.ended;
    expect(isRunning(postgres)).toBe(true);
    const next = await startServerProcess({ DATA_DIR });
    expect(readPostgresPid(DATA_DIR)).not.toBe(postgres);
    expect(await fetchMyStatus(next, token)).toBe(200);
  });
});
