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
  const file = await storage.find(name);
  const chunks = await (await file?.read({ first: 0, last: file.size - 1 }))?.toArray();
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
});
