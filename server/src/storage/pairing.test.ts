import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { StartUpError } from '../start-up-error.ts';
import { addTwoSchools } from '../testing/people.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { makeFolder, makeTestStorage } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { openDiskStorage } from './disk-storage.ts';
import { adoptStorage, describePairing, markName, pairStorage } from './pairing.ts';
import { openS3Storage } from './s3-storage.ts';
import { newFileName, type Storage } from './storage.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const { id: post_id } = await db
  .insertInto('posts')
  .values({
    school_id: ours.schoolId,
    author_id: ours.teacher.id,
    title: 'Ảnh lớp',
    content: 'Xem ảnh',
  })
  .returning('id')
  .executeTakeFirstOrThrow();

const openDisk = async () => makeTestStorage(onTestFinished);
const openBucket = async () => {
  const { config } = await startS3Server(onTestFinished);
  return openS3Storage(config, makeFolder(onTestFinished));
};

beforeEach(async () => {
  await db.deleteFrom('attachments').execute();
  await db.deleteFrom('stored_files').execute();
  await db.deleteFrom('secrets').execute();
});

const put = (storage: Storage, name: string) =>
  storage.write(name, Readable.from([Buffer.from('ảnh')]));

/** Photos of a post; those that are lost are not in the storage. */
async function addPhotos(storage: Storage, { kept, lost = 0 }: { kept: number; lost?: number }) {
  for (let at = 0; at < kept + lost; at++) {
    const file = newFileName('webp');
    if (at < kept) await put(storage, file);
    const about = { mime: 'image/webp', filename: 'ảnh.jpg', bytes: 3, position: at };
    await db
      .insertInto('attachments')
      .values({ ...about, school_id: ours.schoolId, post_id, file })
      .execute();
  }
}

/** As a database that was restored from a time before it knew its storage. */
const forgetId = () => db.deleteFrom('secrets').where('name', '=', 'storage').execute();

async function expectRefused(storage: Storage, words: RegExp): Promise<void> {
  const paired = pairStorage(database, storage);
  await expect(paired).rejects.toThrow(StartUpError);
  await expect(paired).rejects.toThrow(words);
}

describe.each([
  ['a disk', openDisk],
  ['a bucket', openBucket],
])('uploads on %s', (_, open) => {
  test('a new installation pairs its database and storage, and starts again with them', async () => {
    const storage = await open();
    await Promise.all([pairStorage(database, storage), pairStorage(database, storage)]);
    await addPhotos(storage, { kept: 1 });
    await pairStorage(database, storage);
    expect(await storage.find(markName)).toMatchObject({ size: 33 });
  });

  test('an older installation comes up by itself if its files are there, though some are lost', async () => {
    const storage = await open();
    await addPhotos(storage, { kept: 4, lost: 2 });
    await pairStorage(database, storage);
    expect(await describePairing(database, storage)).toContain('belongs to this database');
  });

  test('a database that refers to files is refused beside a storage without them', async () => {
    await addPhotos(await open(), { kept: 3 });
    await expectRefused(await open(), /none of 3 files that the database refers to/);
    const storage = await open();
    await addPhotos(storage, { kept: 1 });
    await expectRefused(storage, /only 1 of 4 files/);
  });

  test('a storage of another database is refused, whether this one is new, older or of another school', async () => {
    const storage = await open();
    await pairStorage(database, storage);
    await forgetId();
    await expectRefused(storage, /belongs to another database/);
    await pairStorage(database, await open());
    await expectRefused(storage, /belongs to another database/);
  });

  test('uploads from before there were marks are refused beside an empty database', async () => {
    const storage = await open();
    const name = newFileName('webp');
    await put(storage, name);
    await expectRefused(
      storage,
      new RegExp(`holds uploads that the database does not know .${name}`),
    );
  });

  test('other people’s objects do not keep a new installation from starting', async () => {
    const storage = await open();
    await put(storage, 'reports/2026.pdf');
    await put(storage, 'ab/cd.webp');
    await pairStorage(database, storage);
    expect(await storage.find(markName)).toBeDefined();
  });

  test('a mark that is lost is written again where the files are there, with the same id', async () => {
    const storage = await open();
    await pairStorage(database, storage);
    await addPhotos(storage, { kept: 1 });
    const ids = () => db.selectFrom('secrets').select('value').execute();
    const before = await ids();
    await storage.remove(markName);
    await pairStorage(database, storage);
    expect(await ids()).toEqual(before);
  });

  test('the operator can pair them on purpose, after a look; the database that had it loses it', async () => {
    const storage = await open();
    await pairStorage(database, storage);
    const former = await db.selectFrom('secrets').selectAll().executeTakeFirstOrThrow();
    await forgetId();
    await addPhotos(storage, { kept: 1, lost: 1 });
    expect(await describePairing(database, storage)).toMatch(
      /belongs to another database\. Of 2 files .* it holds 1\.$/,
    );
    await adoptStorage(database, storage);
    expect(await describePairing(database, storage)).toMatch(/belongs to this database\./);
    await pairStorage(database, storage);

    await forgetId();
    await db.insertInto('secrets').values(former).execute();
    await expectRefused(storage, /belongs to another database/);
  });
});

describe('a storage that cannot be used is told at the start', () => {
  const failing = (storage: Storage, code: string): Storage => ({
    ...storage,
    async write() {
      const cause = Object.assign(new Error(code), { code });
      throw new AppError('storage_away', { cause });
    },
  });

  test('a folder that is none', async () => {
    const folder = makeFolder(onTestFinished);
    writeFileSync(join(folder, 'uploads'), '');
    await expectRefused(
      openDiskStorage(folder),
      /^Uploads cannot be read: .*uploads answers ENOTDIR/,
    );
  });

  test('one that was writable once', async () => {
    const storage = await openDisk();
    await pairStorage(database, storage);
    await expectRefused(failing(storage, 'EROFS'), /cannot be written to: .* answers EROFS/);
  });

  test('but a full disk does not keep the rest from working', async () => {
    const storage = await openDisk();
    await pairStorage(database, storage);
    const paired = pairStorage(database, failing(storage, 'ENOSPC'));
    await expect(paired).resolves.toBeUndefined();
  });
});
