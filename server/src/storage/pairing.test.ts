import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../database/insert-rows.ts';
import { AppError } from '../http/app-error.ts';
import { OperatorError } from '../operator-error.ts';
import { addTwoSchools, insertRow } from '../testing/fixtures.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { makeFolder, makeTestStorage } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { openDiskStorage } from './disk-storage.ts';
import { adoptStorage, describePairing, pairStorage, storageIdFile } from './pairing.ts';
import { openS3Storage } from './s3-storage.ts';
import { newFileName, type Storage } from './storage.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const post_id = await insertRow(db, 'posts', {
  school_id: ours.schoolId,
  author_id: ours.teacher.id,
  title: 'Ảnh lớp',
  content: 'Xem ảnh',
});

const openDisk = async () => makeTestStorage(onTestFinished);
const openBucket = async () => {
  const { config } = await startS3Server(onTestFinished);
  return openS3Storage(config, makeFolder(onTestFinished));
};

beforeEach(async () => {
  await db.run(sql`delete from attachments`);
  await db.run(sql`delete from stored_files`);
  await db.run(sql`delete from secrets`);
});

const writePhoto = (storage: Storage, name: string) =>
  storage.write(name, Readable.from([Buffer.from('ảnh')]));

/** Adds photos to a post; lost ones are missing from the storage. */
async function addPhotos(
  storage: Storage,
  { stored, lost = 0 }: { stored: number; lost?: number },
) {
  for (let position = 0; position < stored + lost; position++) {
    const file = newFileName('webp');
    if (position < stored) await writePhoto(storage, file);
    const details = { mime: 'image/webp', filename: 'ảnh.jpg', bytes: 3, position };
    await db.run(
      insertRows('attachments', [{ ...details, school_id: ours.schoolId, post_id, file }]),
    );
  }
}

/** Leaves the database as one restored from before it was paired. */
const deleteId = () => db.run(sql`delete from secrets where name = 'storage'`);

async function expectRejected(storage: Storage, message: RegExp): Promise<void> {
  const paired = pairStorage(database.db, storage);
  await expect(paired).rejects.toThrow(OperatorError);
  await expect(paired).rejects.toThrow(message);
}

describe.each([
  ['a disk', openDisk],
  ['a bucket', openBucket],
])('uploads on %s', (_, open) => {
  test('a new installation pairs its database and storage, and restarts with them', async () => {
    const storage = await open();
    await Promise.all([pairStorage(database.db, storage), pairStorage(database.db, storage)]);
    await addPhotos(storage, { stored: 1 });
    await pairStorage(database.db, storage);
    expect(await storage.find(storageIdFile)).toMatchObject({ size: 33 });
  });

  test('an installation without ids is paired if most of its files exist', async () => {
    const storage = await open();
    await addPhotos(storage, { stored: 4, lost: 2 });
    await pairStorage(database.db, storage);
    expect(await describePairing(database.db, storage)).toContain('belongs to this database');
  });

  test('a storage without the files of the database is rejected', async () => {
    await addPhotos(await open(), { stored: 3 });
    await expectRejected(await open(), /none of 3 files that the database references/);
    const storage = await open();
    await addPhotos(storage, { stored: 1 });
    await expectRejected(storage, /only 1 of 4 files/);
  });

  test('the storage of another database is rejected, whether this one is unpaired or has its own storage', async () => {
    const storage = await open();
    await pairStorage(database.db, storage);
    await deleteId();
    await expectRejected(storage, /belongs to another database/);
    await pairStorage(database.db, await open());
    await expectRejected(storage, /belongs to another database/);
  });

  test('unknown uploads in a storage without an id are rejected', async () => {
    const storage = await open();
    const name = newFileName('webp');
    await writePhoto(storage, name);
    await expectRejected(
      storage,
      new RegExp(`holds uploads that the database does not know .${name}`),
    );
  });

  test('foreign objects in the storage do not prevent a new installation from starting', async () => {
    const storage = await open();
    await writePhoto(storage, 'reports/2026.pdf');
    await writePhoto(storage, 'ab/cd.webp');
    await pairStorage(database.db, storage);
    expect(await storage.find(storageIdFile)).toBeDefined();
  });

  test('a lost storage id is written again if the files exist', async () => {
    const storage = await open();
    await pairStorage(database.db, storage);
    await addPhotos(storage, { stored: 1 });
    const readIds = () => db.values(z.instanceof(Buffer), sql`select value from secrets`);
    const before = await readIds();
    await storage.delete(storageIdFile);
    await pairStorage(database.db, storage);
    expect(await readIds()).toEqual(before);
  });

  test('adopting a storage takes it from the database that had it', async () => {
    const storage = await open();
    await pairStorage(database.db, storage);
    const formerId = await db.one(
      z.object({ name: z.string(), value: z.instanceof(Buffer) }),
      sql`select name, value from secrets`,
    );
    await deleteId();
    await addPhotos(storage, { stored: 1, lost: 1 });
    expect(await describePairing(database.db, storage)).toMatch(
      /belongs to another database\. It holds 1 of 2 .* files that this database references\.$/,
    );
    await adoptStorage(database.db, storage);
    expect(await describePairing(database.db, storage)).toMatch(/belongs to this database\./);
    await pairStorage(database.db, storage);

    await deleteId();
    await db.run(insertRows('secrets', [formerId]));
    await expectRejected(storage, /belongs to another database/);
  });
});

describe('at the start', () => {
  const withFailingWrites = (storage: Storage, code: string): Storage => ({
    ...storage,
    async write() {
      const cause = Object.assign(new Error(code), { code });
      throw new AppError('storage_unavailable', { cause });
    },
  });

  test('an uploads folder that is a file is reported', async () => {
    const folder = makeFolder(onTestFinished);
    writeFileSync(join(folder, 'uploads'), '');
    await expectRejected(
      openDiskStorage(folder),
      /^Uploads cannot be read: .*uploads reports ENOTDIR/,
    );
  });

  test('a storage that is no longer writable is reported', async () => {
    const storage = await openDisk();
    await pairStorage(database.db, storage);
    await expectRejected(
      withFailingWrites(storage, 'EROFS'),
      /cannot be written to: .* reports EROFS/,
    );
  });

  test('a full disk is not an error', async () => {
    const storage = await openDisk();
    await pairStorage(database.db, storage);
    const paired = pairStorage(database.db, withFailingWrites(storage, 'ENOSPC'));
    await expect(paired).resolves.toBeUndefined();
  });
});
