import {
  appendFileSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { keepLog } from '../testing/kept-log.ts';
import { makeDataDir, postgresPid } from '../testing/server-process.ts';
import { borrowEmbeddedPostgres, isAnswering, startEmbeddedPostgres } from './embedded-postgres.ts';
import { makeDatabaseFolder } from './postgres-files.ts';
import { findUser, postgresUser, type SystemUser } from './system-user.ts';

const isRoot = process.getuid?.() === 0;

function makeOpenDataDir(): string {
  const dataDir = makeDataDir();
  mkdirSync(dataDir);
  return dataDir;
}

async function startFor(dataDir: string, log = keepLog(), user?: SystemUser) {
  const cluster = await startEmbeddedPostgres(dataDir, {}, log, user);
  onTestFinished(() => cluster.stop());
  return cluster;
}

test('a cluster whose control file is empty is told and logged at once in the words of PostgreSQL', {
  timeout: 40_000,
}, async () => {
  const dataDir = makeOpenDataDir();
  const controlFile = join(dataDir, 'database', 'cluster', 'global', 'pg_control');
  const ownWords = /could not read file "global\/pg_control": read 0 of/;
  const log = keepLog();
  const cluster = await startFor(dataDir, log);
  const before = postgresPid(dataDir) as number;
  copyFileSync(controlFile, join(dataDir, 'kept'));
  truncateSync(controlFile);
  process.kill(before, 'SIGKILL');
  await expect.poll(() => log.lines).toHaveLength(2);
  expect(log.lines).toEqual([
    { message: 'PostgreSQL ended by itself and is started again', error: expect.any(String) },
    { message: 'PostgreSQL could not be started again', error: expect.stringMatching(ownWords) },
  ]);
  copyFileSync(join(dataDir, 'kept'), controlFile);
  await expect.poll(() => isAnswering(cluster.connection)).toBe(true);
  expect(postgresPid(dataDir)).not.toBe(before);

  await cluster.stop();
  truncateSync(controlFile);
  await expect(startFor(dataDir)).rejects.toThrow(ownWords);
});

test("PostgreSQL's log is kept short: one of an older version, and one that grows while it runs", async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dataDir = makeOpenDataDir();
  const folder = makeDatabaseFolder(dataDir, postgresUser());
  const file = join(folder, 'postgres.log');
  const spam = `${'x'.repeat(1023)}\n`.repeat(9 * 1024);
  const mostBytes = 8 * 1024 * 1024;
  const sizes = () => [file, `${file}.1`].map((one) => statSync(one).size);
  writeFileSync(file, `${spam}${spam}the end of an old log\n`);

  await startFor(dataDir);
  expect(Math.max(...sizes())).toBeLessThanOrEqual(mostBytes);
  expect(readFileSync(`${file}.1`, 'utf8').endsWith('the end of an old log\n')).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('database system is ready to accept connections');

  appendFileSync(file, `${spam}the end of a new log\n`);
  vi.advanceTimersByTime(60_000);
  expect(Math.max(...sizes())).toBeLessThanOrEqual(mostBytes);
  expect(readFileSync(`${file}.1`, 'utf8').endsWith('the end of a new log\n')).toBe(true);
});

describe('a command of root beside the database of an ordinary user', () => {
  // Who is not root cannot become another: then both are the same user, and no owner can change anyway.
  const ordinary = isRoot ? findUser('nobody') : undefined;
  const ownersIn = (dataDir: string) =>
    ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
      .toSorted()
      .map((name) => `${name} ${lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid}`);

  test('uses it as it runs, changes no owner, and is refused where it would have to start it', async () => {
    expect(ordinary === undefined).toBe(!isRoot);
    const dataDir = makeOpenDataDir();
    const cluster = await startFor(dataDir, keepLog(), ordinary);
    const { uid } = statSync(join(dataDir, 'database', 'socket'));
    expect(uid).toBe(isRoot ? ordinary?.uid : process.getuid?.());
    const [running, pid] = [ownersIn(dataDir), postgresPid(dataDir)];
    const borrowed = await borrowEmbeddedPostgres(dataDir);
    expect(await isAnswering(borrowed.connection)).toBe(true);
    await borrowed.stop();
    expect([ownersIn(dataDir), postgresPid(dataDir)]).toEqual([running, pid]);

    await cluster.stop();
    const stopped = ownersIn(dataDir);
    const alone = borrowEmbeddedPostgres(dataDir).then((started) => started.stop());
    const sentence = /^The database in .* belongs to the system user nobody: run this as the user/;
    if (isRoot) await expect(alone).rejects.toThrow(sentence);
    else await alone;
    expect(ownersIn(dataDir).filter((one) => !stopped.includes(one))).toEqual([]);
  });
});
