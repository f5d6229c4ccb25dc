import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { auth } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { migrationNames } from '../database/migration-files.ts';
import { migrate } from '../database/migrator.ts';
import { demoPassword } from '../demo/demo-accounts.ts';
import { lockCodeNumbering } from '../features/accounts/identifier-codes.queries.ts';
import { deleteExpiredFiles } from '../storage/clean-up-files.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { adoptStorage } from '../storage/pairing.ts';
import type { Storage } from '../storage/storage.ts';
import { cleanUpNextWeek, findBrokenInvariants } from '../testing/broken-invariants.ts';
import { addTwoSchools, insertRow } from '../testing/fixtures.ts';
import { SchoolSimulation } from '../testing/school-simulation.ts';
import {
  makeDataDir,
  openEmbeddedDatabase,
  readPostgresPid,
  runOperatorCommand,
  spawnOperatorCommand,
  startServerProcess,
} from '../testing/server-process.ts';
import { listFileNames, makeFolder, makeTestBucket, makeTestStorage } from '../testing/test-app.ts';
import { makeTestDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import { createBackupFolder, openBackupFolder } from './backup-folder.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

/** A digest of all tables and sequences, independent of the code under test. */
async function digestDatabase({ pool }: Database) {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1",
  );
  const digests: Record<string, unknown> = {};
  for (const { name } of tables) {
    // The storage id differs between installations.
    const condition = name === 'secrets' ? "where name <> 'storage'" : '';
    const { rows } = await pool.query(
      `select count(*), md5(string_agg(table_row::text, ';' order by table_row::text)) from ${name} table_row ${condition}`,
    );
    digests[name] = rows[0];
  }
  const { rows: counters } = await pool.query(
    'select sequencename, last_value from pg_sequences order by 1',
  );
  return { ...digests, counters };
}

async function digestStorage(storage: Storage): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const name of await listFileNames(storage)) {
    const hash = createHash('sha256');
    const file = await storage.open(name);
    for await (const chunk of file?.content ?? []) hash.update(chunk);
    digests[name] = hash.digest('hex');
  }
  return digests;
}

test('a backup taken under load is restored with every row and file', {
  timeout: 180_000,
}, async () => {
  const DATA_DIR = makeDataDir();
  const { address } = await startServerProcess({ DATA_DIR });
  const database = await openEmbeddedDatabase(DATA_DIR);
  const storage = openDiskStorage(DATA_DIR);
  const simulation = new SchoolSimulation(11);
  await simulation.begin(address);
  await simulation.waitForActions(30);
  const during = join(dirname(DATA_DIR), 'during');
  await takeBackup(database, storage, await createBackupFolder(during));
  await simulation.end();
  await simulation.settle(address);

  // Taken under load, the backup is consistent.
  const backup = await openBackupFolder(during);
  await checkBackup(backup);
  expect(backup.manifest.missing).toEqual([]);
  const copy = await openEmptyDatabase();
  const copiedFiles = openDiskStorage(makeDataDir());
  await restoreBackup(copy, copiedFiles, backup);
  expect(await findBrokenInvariants(copy, copiedFiles)).toEqual([]);

  // Taken without load, the backup is identical to the installation.
  await cleanUpNextWeek(database, storage);
  const after = join(dirname(DATA_DIR), 'after');
  const taken = await runOperatorCommand({ DATA_DIR }, 'backup', after);
  expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('Backed up into') });
  const rejected = await runOperatorCommand({ DATA_DIR }, 'restore', after);
  expect(rejected).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty: .*\n$/) });
  const NEW_DIR = makeDataDir();
  const killed = spawnOperatorCommand({ DATA_DIR: NEW_DIR }, 'restore', after);
  await expect.poll(() => readPostgresPid(NEW_DIR)).toBeDefined();
  killed.process.kill('SIGKILL');
  await killed.ended;
  const restored = await runOperatorCommand({ DATA_DIR: NEW_DIR }, 'restore', after);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored from') });
  const expected = await digestDatabase(database);
  const files = await digestStorage(storage);

  const { address: newAddress } = await startServerProcess({ DATA_DIR: NEW_DIR });
  expect(await digestDatabase(await openEmbeddedDatabase(NEW_DIR))).toEqual(expected);
  expect(await digestStorage(openDiskStorage(NEW_DIR))).toEqual(files);
  expect(Object.keys(files).length).toBeGreaterThan(10);

  const login = await fetch(newAddress + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'teacher', password: demoPassword }),
  });
  const { token } = (await login.json()) as { token: string };
  const feed = await fetch(newAddress + posts.list.path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { posts: found } = (await feed.json()) as ResponseOf<typeof posts.list>;
  const [photo] = found.flatMap(({ attachments }) => attachments);
  const opened = await fetch(newAddress + photo?.url);
  expect(opened.status).toBe(200);
  expect(opened.headers.get('content-type')).toBe('image/webp');
});

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const storages = { 'a disk': makeTestStorage(), 'a bucket': await makeTestBucket() };
const folders = makeFolder();
const newFolder = () => join(mkdtempSync(join(folders, 'backup-')), 'backup');

/** Adds a post with a photo. */
async function addPhoto(storage: Storage): Promise<{ postId: number; file: string }> {
  const file = `aa/${randomBytes(8).toString('hex')}.webp`;
  await storage.write(file, Readable.from([randomBytes(5_000)]));
  const postId = await insertRow(db, 'posts', {
    school_id: ours.schoolId,
    author_id: ours.teacher.id,
    title: 'Dấu \u2028 dòng',
    content: 'Một\nhai\t"ba" \\ 🌱',
  });
  const details = { mime: 'image/webp', filename: 'ảnh.jpg', bytes: 5_000, position: 0 };
  await db.run(
    insertRows('attachments', [{ ...details, school_id: ours.schoolId, post_id: postId, file }]),
  );
  return { postId, file };
}

describe.each(Object.entries(storages))('with files on %s', (_, storage) => {
  test('a photo is in the backup even if its post is deleted before the photo is copied', async () => {
    const { postId, file } = await addPhoto(storage);
    await adoptStorage(database.db, storage);
    const deleting: Storage = {
      ...storage,
      async open(name) {
        await db.run(sql`delete from posts where id = ${postId}`);
        await deleteExpiredFiles(db, storage);
        return storage.open(name);
      },
    };
    const folder = newFolder();
    const manifest = await takeBackup(database, deleting, await createBackupFolder(folder));
    expect(manifest.missing).not.toContain(file);
    expect(manifest.files[file]?.bytes).toBe(5_000);
  });

  test('missing files are listed, and the others are copied', async () => {
    const { file } = await addPhoto(storage);
    const { file: other } = await addPhoto(storage);
    await storage.delete(file);
    const { missing, files } = await takeBackup(
      database,
      storage,
      await createBackupFolder(newFolder()),
    );
    expect(missing).toContain(file);
    expect(files[other]?.bytes).toBe(5_000);
  });
});

test('accounts can be written while a backup is taken', async () => {
  const storage = storages['a disk'];
  await addPhoto(storage);
  let written = 0;
  const writing: Storage = {
    ...storage,
    async open(name) {
      await db.transaction((transaction) => lockCodeNumbering(transaction, 2026));
      written += 1;
      return storage.open(name);
    },
  };
  await takeBackup(database, writing, await createBackupFolder(newFolder()));
  expect(written).toBeGreaterThan(0);
});

describe('checking and restoring', () => {
  const storage = openDiskStorage(makeFolder());
  const take = async () => {
    await db.run(sql`delete from attachments`);
    const { file } = await addPhoto(storage);
    const folder = newFolder();
    await takeBackup(database, storage, await createBackupFolder(folder));
    return { folder, file };
  };
  const damages: [string, (folder: string, file: string) => void | Promise<void>, RegExp][] = [
    [
      'a truncated table',
      (at) => writeFile(join(at, 'tables/users.jsonl.gz'), ''),
      /tables\/users/,
    ],
    ['a missing table', (at) => rmSync(join(at, 'tables/posts.jsonl.gz')), /tables\/posts/],
    [
      'a changed photo',
      (at, file) => appendFileSync(join(at, 'uploads', file), 'x'),
      /uploads\/aa/,
    ],
    ['an unfinished backup', (at) => rmSync(join(at, 'manifest.json')), /no complete backup/],
    [
      'a backup of a newer version',
      async (at) => {
        const path = join(at, 'manifest.json');
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace('"migrations": [', '"migrations": ["9999-new.sql",'));
      },
      /newer version/,
    ],
    [
      'a path that leads out of the backup',
      async (at, file) => {
        const path = join(at, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace(file, '../../etc/x.webp'));
      },
      /manifest\.json is damaged/,
    ],
  ];

  test.each(damages)('rejects %s', async (_, damage, message) => {
    const { folder, file } = await take();
    const check = async () => checkBackup(await openBackupFolder(folder));
    await check();
    await damage(folder, file);
    await expect(check()).rejects.toThrow(message);
  });

  test('rejects a folder, database or storage that is not empty', async () => {
    const { folder } = await take();
    await expect(createBackupFolder(folder)).rejects.toThrow(/is not empty/);
    await expect(createBackupFolder(join(folder, 'manifest.json', 'new'))).rejects.toThrow(
      /^The folder .*new cannot be created: ENOTDIR\.$/,
    );
    const backup = await openBackupFolder(folder);
    const newStorage = openDiskStorage(makeDataDir());
    await expect(restoreBackup(database, newStorage, backup)).rejects.toThrow(
      /database is not empty/,
    );
    const empty = await openEmptyDatabase();
    await expect(restoreBackup(empty, storage, backup)).rejects.toThrow(/uploads is not empty/);
  });
});

test('a backup of an older version is restored and migrated', async () => {
  const migrations = migrationNames().filter(
    (name) => name < '2026-11-18' && !/notifications|vocabulary/.test(name),
  );
  const older = await openEmptyDatabase();
  await migrate(older.connection, { names: migrations });
  await older.db.run(sql`insert into schools (school_name) values ('TH Kim Đồng')`);
  const storage = openDiskStorage(makeDataDir());
  const folder = newFolder();
  const writer = await createBackupFolder(folder);
  await expect(takeBackup(older, storage, writer)).rejects.toThrow(/another version/);
  await takeBackup(older, storage, writer, { migrations });

  const newer = await openEmptyDatabase();
  await restoreBackup(newer, openDiskStorage(makeDataDir()), await openBackupFolder(folder));
  expect(await migrate(newer.connection)).toEqual([]);
  const names = await newer.db.values(z.string(), sql`select school_name from schools`);
  expect(names).toEqual(['TH Kim Đồng']);
});
