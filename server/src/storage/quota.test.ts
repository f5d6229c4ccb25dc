import { Readable } from 'node:stream';
import { apiErrors, errorResponse } from '@lop-xanh/contract/errors';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { insertRows } from '../database/insert-rows.ts';
import { listen, makePostSender, photo } from '../testing/faulty-server.ts';
import { addTwoSchools } from '../testing/fixtures.ts';
import { listFileNames, makeTestStorage, testConfig } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { NewFiles } from './stored-files.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours, theirs } = await addTwoSchools(database);
const storage = makeTestStorage();
const quotaMegabytes = 2;
const quota = quotaMegabytes * 1024 * 1024;
const start = (storageQuotaMegabytes: number | undefined) =>
  listen(database, storage, { config: { ...testConfig, storageQuotaMegabytes } });
const post = makePostSender(ours.teacher);

const readUse = () =>
  db.value(
    z.number(),
    sql`select coalesce(sum(bytes), 0)::bigint from stored_files where school_id = ${ours.schoolId}`,
  );

/** Fills the school's storage up to this number of bytes below the quota. */
async function leaveRoom(bytes: number): Promise<void> {
  await db.run(sql`delete from stored_files where name = 'filler'`);
  const filler = {
    name: 'filler',
    school_id: ours.schoolId,
    bytes: quota - bytes - (await readUse()),
  };
  await db.run(insertRows('stored_files', [filler]));
}

const countPosts = () => db.value(z.number(), sql`select count(*) from posts`);

test('a school cannot store more than its quota, and a rejected upload changes nothing', async () => {
  const address = await start(quotaMegabytes);
  await post(address, [photo]);
  const names = await listFileNames(storage);
  const sizes = await Promise.all(names.map(async (name) => (await storage.find(name))?.size ?? 0));
  const photoBytes = await readUse();
  expect(photoBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));

  await leaveRoom(photoBytes - 1);
  const before = [await readUse(), await countPosts()];
  const { response, body } = await post(address, [photo]);
  expect(response.status).toBe(413);
  expect(errorResponse.parse(body)).toMatchObject({
    reason: 'storage_quota_reached',
    values: { max: quotaMegabytes },
    message: `ảnh.jpg: ${apiErrors.storage_quota_reached.message.replace('{max}', '2')}`,
  });
  await expect.poll(async () => [await readUse(), await countPosts()]).toEqual(before);
  expect((await listFileNames(storage)).toSorted()).toEqual(names.toSorted());

  expect((await post(address)).response.status).toBe(201);
  expect((await makePostSender(theirs.teacher)(address, [photo])).response.status).toBe(201);
  expect((await post(await start(undefined), [photo])).response.status).toBe(201);
  await leaveRoom(photoBytes);
  expect((await post(address, [photo])).response.status).toBe(201);
  expect(await readUse()).toBe(quota);
});

test('uploads at the same time do not exceed the quota together', async () => {
  const megabyte = 1024 * 1024;
  await leaveRoom(megabyte);
  const owner = { schoolId: ours.schoolId, quotaMegabytes };
  const uploads = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      new NewFiles(db, storage, owner).add('webp', megabyte / 4, Readable.from([Buffer.from('x')])),
    ),
  );
  expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(await readUse()).toBe(quota);
});
