import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { pairStorage, storageIdFile } from '../storage/pairing.ts';
import { newFileName, type Storage } from '../storage/storage.ts';
import { addTwoSchools, insertRow } from '../testing/fixtures.ts';
import { listFileNames, makeFolder, makeTestBucket, makeTestStorage } from '../testing/test-app.ts';
import { makeTestDatabase, openEmptyDatabase } from '../testing/test-database.ts';
import { createBackupFolder, openBackupFolder } from './backup-folder.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const original = makeTestStorage();
const folders = makeFolder();

/** Takes a backup of a post with three photos. */
async function takeBackupOfPost(folderName: string) {
  const { db } = database;
  const { schoolId: school_id, teacher } = ours;
  const post_id = await insertRow(db, 'posts', {
    school_id,
    author_id: teacher.id,
    title: folderName,
    content: 'Nội dung',
  });
  const files = Array.from({ length: 3 }, () => newFileName('webp'));
  for (const [position, file] of files.entries()) {
    await original.write(file, Readable.from([randomBytes(2_000)]));
    const details = { mime: 'image/webp', filename: 'ảnh.jpg', bytes: 2_000, position };
    await db.run(insertRows('attachments', [{ ...details, school_id, post_id, file }]));
  }
  const folder = join(folders, folderName);
  await takeBackup(database, original, await createBackupFolder(folder));
  return openBackupFolder(folder);
}
const backup = await takeBackupOfPost('Bản một');
const other = await takeBackupOfPost('Bản hai');

const failure = new Error('interrupted');

/** A storage that fails at the given write, counted from zero, and before it counts what it wrote. */
function interruptWrites(storage: Storage, isFatal: (name: string, count: number) => boolean) {
  const written: string[] = [];
  const interrupted: Storage = {
    ...storage,
    async write(name, content) {
      if (isFatal(name, written.length)) throw failure;
      written.push(name);
      await storage.write(name, content);
    },
  };
  return { written, interrupted };
}

/** A database that fails before this transaction, counted from zero. */
function interruptTransactions(target: Database, fatal: number): Database {
  let count = 0;
  const db: Db = {
    many: (...args) => target.db.many(...args),
    one: (...args) => target.db.one(...args),
    maybeOne: (...args) => target.db.maybeOne(...args),
    value: (...args) => target.db.value(...args),
    values: (...args) => target.db.values(...args),
    run: (...args) => target.db.run(...args),
    async transaction(...args) {
      if (count++ === fatal) throw failure;
      return target.db.transaction(...args);
    },
  };
  return { ...target, db };
}

async function expectRestored(target: Database, storage: Storage): Promise<void> {
  await pairStorage(target.db, storage);
  const names = Object.keys(backup.manifest.files);
  expect((await listFileNames(storage)).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    const [copy, source] = [await storage.open(name), await original.open(name)];
    expect(await buffer(copy?.content as Readable)).toEqual(
      await buffer(source?.content as Readable),
    );
  }
  const titles = await target.db.values(
    z.string(),
    sql`select title from posts where title like 'Bản%'`,
  );
  expect(titles).toEqual(['Bản một']);
  const left = sql`select to_regclass('restoring') is null`;
  expect(await target.db.value(z.boolean(), left)).toBe(true);
}

const storages: [string, () => Promise<Storage>][] = [
  ['a disk', async () => makeTestStorage(onTestFinished)],
  ['a bucket', () => makeTestBucket(onTestFinished)],
];

describe.each(storages)('a restore to %s', (_, makeStorage) => {
  test('that failed among the files is repeated, and writes only what is missing', async () => {
    const [target, storage] = [await openEmptyDatabase(), await makeStorage()];
    const { interrupted } = interruptWrites(storage, (_, count) => count === 3);
    await expect(restoreBackup(target, interrupted, backup)).rejects.toThrow(failure);
    await expect(pairStorage(database.db, storage)).rejects.toThrow(/not completely restored/);

    const { written, interrupted: counted } = interruptWrites(storage, () => false);
    await restoreBackup(target, counted, backup);
    expect(written).toEqual([Object.keys(backup.manifest.files).at(-1), storageIdFile]);
    await expectRestored(target, storage);
  });

  test("does not touch another backup's files, nor somebody else's", async () => {
    const [target, storage] = [await openEmptyDatabase(), await makeStorage()];
    const { interrupted } = interruptWrites(storage, (_, count) => count === 2);
    await expect(restoreBackup(target, interrupted, backup)).rejects.toThrow(failure);
    const names = await listFileNames(storage);
    await expect(restoreBackup(target, storage, other)).rejects.toThrow(/uploads is not empty/);
    await expect(restoreBackup(database, storage, backup)).rejects.toThrow(/database is not empty/);
    const foreign = newFileName('webp');
    await storage.write(foreign, Readable.from([Buffer.from('x')]));
    await expect(restoreBackup(target, storage, backup)).rejects.toThrow(foreign);
    expect((await listFileNames(storage)).toSorted()).toEqual([...names, foreign].toSorted());
  });

  test('can follow a failed one of another backup that wrote no file', async () => {
    const [target, storage] = [await openEmptyDatabase(), await makeStorage()];
    const { interrupted } = interruptWrites(storage, (_, count) => count === 1);
    await expect(restoreBackup(target, interrupted, other)).rejects.toThrow(failure);
    await restoreBackup(target, storage, backup);
    await expectRestored(target, storage);
  });
});

describe('a restore', () => {
  test.each([
    ['before the schema', 0],
    ['between the schema and the rows', 1],
  ])('that failed %s is repeated', async (_, fatal) => {
    const [target, storage] = [await openEmptyDatabase(), makeTestStorage(onTestFinished)];
    const interrupted = interruptTransactions(target, fatal);
    await expect(restoreBackup(interrupted, storage, backup)).rejects.toThrow(failure);
    await restoreBackup(target, storage, backup);
    await expectRestored(target, storage);
  });

  test('that failed after the rows is repeated', async () => {
    const [target, storage] = [await openEmptyDatabase(), makeTestStorage(onTestFinished)];
    const { interrupted } = interruptWrites(
      storage,
      (name, count) => name === storageIdFile && count > 0,
    );
    await expect(restoreBackup(target, interrupted, backup)).rejects.toThrow(/cannot be written/);
    await restoreBackup(target, storage, backup);
    await expectRestored(target, storage);
    await expect(restoreBackup(target, storage, backup)).rejects.toThrow(/is not empty/);
  });
});
