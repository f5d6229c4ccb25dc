import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { classes } from '@lop-xanh/contract/classes';
import type { AnswerOf, Endpoint } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import { site } from '@lop-xanh/contract/site';
import { describe, expect, test } from 'vitest';
import { demoPassword } from './demo/demo-accounts.ts';
import { demoWeeks } from './demo/demo-attendance.ts';
import { rollOf } from './testing/roll-call.ts';
import {
  isRunning,
  makeDataDir,
  postgresPid,
  type ServerProcess,
  startServerProcess,
} from './testing/server-process.ts';

/** The full run: `KILLS=50 npx vitest run survival`. */
const kills = Number(process.env.KILLS ?? 3);

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

/** The demo teacher's class, and its calls. */
async function openClass({ address }: ServerProcess, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async <E extends Endpoint>({ path }: E, id?: number, init = {}) => {
    const url = address + path.replace('{id}', String(id));
    return (await fetch(url, { headers, ...init })).json() as Promise<AnswerOf<E>>;
  };
  const [{ id } = { id: 0 }] = (await ask(classes.list)).classes;
  const { students } = await ask(classes.students, id);
  return {
    size: students.length,
    readWeeks: async () => (await ask(attendance.weeks, id)).weeks,
    save: (week: number) =>
      ask(attendance.save, id, {
        method: 'POST',
        body: JSON.stringify(rollOf(students, { week })),
      }),
  };
}

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
    signal(server.process.pid as number);
    await server.ended;
    await expect.poll(() => postgresPid(DATA_DIR), { timeout: 10_000 }).toBeUndefined();
    await expect(fetch(server.address + site.health.path)).rejects.toThrow('fetch failed');
  });
});

describe('SIGKILL', () => {
  test('every acknowledged write is there after the server and PostgreSQL are killed', {
    timeout: 30_000 + kills * 20_000,
  }, async () => {
    const DATA_DIR = makeDataDir();
    const acknowledged: string[] = [];
    const savedWeeks: AttendanceWeek[] = [];
    const openWeeks = Array.from(
      { length: limits.teachingWeeks - demoWeeks },
      (_, at) => demoWeeks + 1 + at,
    );
    const weeksEachTime = Math.max(1, Math.floor(openWeeks.length / kills));
    for (let kill = 0; kill < kills; kill++) {
      const server = await startServerProcess({ DATA_DIR });
      let isDead = false;
      const before = acknowledged.length;
      const writers = Array.from({ length: 6 }, async () => {
        while (!isDead) {
          const token = await logIn(server).catch(() => undefined);
          if (token) acknowledged.push(token);
        }
      });
      const room = await openClass(server, await logIn(server));
      const saves = openWeeks.splice(0, weeksEachTime).map(async (week) => {
        const saved = await room.save(week).catch(() => undefined);
        if (saved?.records) savedWeeks.push(saved);
      });
      // A different moment each time, and always in the middle of writes.
      while (acknowledged.length < before + 5 + kill) await new Promise(setImmediate);
      process.kill(-(server.process.pid as number), 'SIGKILL');
      process.kill(postgresPid(DATA_DIR) as number, 'SIGKILL');
      await server.ended;
      isDead = true;
      await Promise.all([...writers, ...saves]);
    }
    const survivor = await startServerProcess({ DATA_DIR });
    expect(acknowledged.length).toBeGreaterThan(kills * 5);
    for (const token of acknowledged) expect(await statusOfMe(survivor, token)).toBe(200);

    const room = await openClass(survivor, acknowledged[0] as string);
    const weeks = await room.readWeeks();
    expect(weeks.length).toBeGreaterThanOrEqual(demoWeeks + savedWeeks.length);
    for (const { records } of weeks) expect(records).toHaveLength(room.size);
    expect(weeks).toEqual(expect.arrayContaining(savedWeeks));
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
