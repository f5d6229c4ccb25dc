import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { findBrokenInvariants } from '../testing/broken-invariants.ts';
import {
  makeDataDir,
  openEmbeddedDatabase,
  runOperatorCommand,
  spawnOperatorCommand,
  startServerProcess,
} from '../testing/server-process.ts';

const listFiles = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
const listBackups = (folder: string) =>
  listFiles(folder).filter((name) => name.endsWith('index.json'));

test('a server backs up by itself; kills leave the backup usable, the drill restores it', {
  timeout: 240_000,
}, async () => {
  const DATA_DIR = makeDataDir();
  const BACKUP_TARGET = join(dirname(DATA_DIR), 'backups');
  const identity = join(dirname(DATA_DIR), 'key.txt');
  mkdirSync(BACKUP_TARGET);
  const key = await runOperatorCommand({ DATA_DIR }, 'backup-key', identity);
  const again = await runOperatorCommand({ DATA_DIR }, 'backup-key', identity);
  expect([key.code, again.code, again.output]).toEqual([0, 1, expect.stringContaining('EEXIST')]);
  const [, BACKUP_RECIPIENT = ''] = /BACKUP_RECIPIENT=(\S+)/.exec(key.output) ?? [];
  expect(readFileSync(identity, 'utf8')).toContain(`# public key: ${BACKUP_RECIPIENT}\n`);
  const environment = { DATA_DIR, BACKUP_TARGET, BACKUP_RECIPIENT };

  // A backup was missed, because there was never one.
  const server = await startServerProcess(environment);
  await expect.poll(() => listBackups(BACKUP_TARGET)).toHaveLength(1);
  const database = await openEmbeddedDatabase(DATA_DIR);
  const readGood = () =>
    database.db.values(z.number(), sql`select files from backups where finished_at is not null`);
  await expect.poll(readGood).toHaveLength(1);
  const [made] = listBackups(BACKUP_TARGET);

  for (const filesMore of [1, 30]) {
    const filesBefore = listFiles(BACKUP_TARGET).length;
    const command = spawnOperatorCommand(environment, 'backup');
    await expect
      .poll(() => listFiles(BACKUP_TARGET).length, { interval: 5 })
      .toBeGreaterThan(filesBefore + filesMore);
    command.process.kill('SIGKILL');
    await command.ended;
    expect(listBackups(BACKUP_TARGET)).toEqual([made]);
  }
  const drill = await runOperatorCommand(environment, 'drill', '--identity', identity);
  expect(drill).toMatchObject({ code: 0, output: expect.stringContaining('can be restored') });

  const next = await runOperatorCommand(environment, 'backup');
  expect(next).toMatchObject({ code: 0, output: expect.stringContaining('Backed up into') });
  expect(await readGood()).toHaveLength(2);
  server.process.kill('SIGTERM');
  await server.ended;

  const NEW_DIR = makeDataDir();
  const restore = (...options: string[]) =>
    runOperatorCommand({ DATA_DIR: NEW_DIR }, 'restore', BACKUP_TARGET, ...options);
  expect(await restore()).toMatchObject({ code: 1, output: expect.stringContaining('--identity') });
  expect(await restore('--unknown')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: /),
  });
  expect(await restore('--identity', identity)).toMatchObject({ code: 0 });
  await startServerProcess({ DATA_DIR: NEW_DIR });
  const restored = await openEmbeddedDatabase(NEW_DIR);
  expect(await findBrokenInvariants(restored, openDiskStorage(NEW_DIR))).toEqual([]);

  const tables = listFiles(BACKUP_TARGET).filter((name) => /\/tables\/users\./.test(name));
  for (const table of tables) truncateSync(join(BACKUP_TARGET, table), 300);
  const drillAgain = await runOperatorCommand(environment, 'drill', '--identity', identity);
  expect(drillAgain).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is damaged: .*users/),
  });
});
