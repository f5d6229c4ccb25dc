import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../../database/insert-rows.ts';
import { adoptStorage } from '../../storage/pairing.ts';
import { newFileName, type Storage } from '../../storage/storage.ts';
import { addTwoSchools, insertRow } from '../../testing/fixtures.ts';
import { listFileNames, makeTestBucket, makeTestStorage } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { makeMp4, picture, secret } from '../../testing/videos.ts';
import { cleanStoredVideos } from './clean-videos.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const post_id = await insertRow(db, 'posts', {
  school_id: ours.schoolId,
  author_id: ours.teacher.id,
  title: 'Hát',
  content: 'Xem video',
});

/** Stores a video the way the previous version did. */
async function addOldVideo(storage: Storage, content: Buffer): Promise<string> {
  const file = newFileName('mp4');
  await storage.write(file, Readable.from([content]));
  const fields = { mime: 'video/mp4', filename: 'hát.mp4', bytes: content.length, position: 0 };
  await db.run(insertRows('attachments', [{ ...fields, school_id: ours.schoolId, post_id, file }]));
  return file;
}

async function readStored(storage: Storage, name: string): Promise<Buffer> {
  const file = await storage.open(name);
  const chunks = await file?.content.toArray();
  return Buffer.concat(chunks as Buffer[]);
}

const listAttachments = () =>
  db.many(
    z.object({ file: z.string(), bytes: z.number() }),
    sql`select file, bytes from attachments`,
  );
const listStoredFiles = () =>
  db.many(
    z.object({ name: z.string(), metadata: z.string(), unreferenced_since: z.string().nullable() }),
    sql`select name, metadata, unreferenced_since from stored_files`,
  );

describe.each([
  ['a disk', makeTestStorage()],
  ['a bucket', await makeTestBucket()],
])('a video stored with its metadata on %s', (_, storage) => {
  beforeEach(async () => {
    await db.run(sql`delete from attachments`);
    await db.run(sql`delete from stored_files`);
    for (const name of await listFileNames(storage)) await storage.delete(name);
    await adoptStorage(database.db, storage);
  });

  test('is replaced by a clean file with a new name, and the cleanup may delete the old one', async () => {
    const old = await addOldVideo(storage, makeMp4());
    await cleanStoredVideos(db, storage);

    const [attachment] = await listAttachments();
    expect(attachment?.file).not.toBe(old);
    const content = await readStored(storage, attachment?.file as string);
    expect(content.length).toBe(attachment?.bytes);
    expect(content.includes(picture)).toBe(true);
    expect(content.includes(secret)).toBe(false);
    const before = await listStoredFiles();
    expect(before.find(({ name }) => name === old)?.unreferenced_since).not.toBeNull();

    await cleanStoredVideos(db, storage);
    expect(await listStoredFiles()).toEqual(before);
    expect(await listFileNames(storage)).toHaveLength(2);
  });

  test('stays as it is and is logged once if it is unreadable', async () => {
    const broken = await addOldVideo(storage, Buffer.from('not a video'));
    const warnings: unknown[] = [];
    const log = { info: () => undefined, warn: (fields: unknown) => warnings.push(fields) };
    await cleanStoredVideos(db, storage, log);
    await cleanStoredVideos(db, storage, log);
    expect(warnings).toEqual([{ file: broken }]);
    expect(await listAttachments()).toMatchObject([{ file: broken }]);
    expect(await listFileNames(storage)).toEqual([broken]);
  });

  test('is cleaned by the next run if the storage fails', async () => {
    const old = await addOldVideo(storage, makeMp4());
    const failingStorage: Storage = {
      ...storage,
      async write() {
        throw new Error('unavailable');
      },
    };
    await expect(cleanStoredVideos(db, failingStorage)).rejects.toThrow('unavailable');
    expect(await listAttachments()).toMatchObject([{ file: old }]);
    await cleanStoredVideos(db, storage);
    expect(
      (await readStored(storage, (await listAttachments())[0]?.file as string)).includes(secret),
    ).toBe(false);
  });

  test('is cleaned although one before it fails', async () => {
    const names = [await addOldVideo(storage, makeMp4()), await addOldVideo(storage, makeMp4())];
    const [first = '', second = ''] = names.toSorted();
    const failingStorage: Storage = {
      ...storage,
      async open(name, ...range) {
        if (name === first) throw new Error('unavailable');
        return storage.open(name, ...range);
      },
    };
    await expect(cleanStoredVideos(db, failingStorage)).rejects.toThrow('unavailable');
    const files = (await listAttachments()).map(({ file }) => file);
    expect(files).toContain(first);
    expect(files).not.toContain(second);
  });

  test('is cleaned although more than a batch before it fail, and they are tried again', async () => {
    const names: string[] = [];
    for (let count = 0; count < 22; count++) names.push(await addOldVideo(storage, makeMp4()));
    const failing = names.toSorted().slice(0, -1);
    const failingStorage: Storage = {
      ...storage,
      async open(name, ...range) {
        if (failing.includes(name)) throw new Error('unavailable');
        return storage.open(name, ...range);
      },
    };
    const countOld = async () =>
      (await listAttachments()).filter(({ file }) => names.includes(file)).length;
    const clean = () => cleanStoredVideos(db, failingStorage);
    await expect(clean()).rejects.toThrow('unavailable');
    expect(await countOld()).toBe(22);
    await expect(clean()).rejects.toThrow('unavailable');
    expect(await countOld()).toBe(21);
    for (let runs = 0; runs < 2; runs++) await cleanStoredVideos(db, storage);
    expect(await countOld()).toBe(0);
  });
});
