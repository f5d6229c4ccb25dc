import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { cleanUp } from './cleanup.ts';
import { insertRows } from './database/insert-rows.ts';
import { locks } from './database/locks.ts';
import { pairStorage } from './storage/pairing.ts';
import { openS3Storage } from './storage/s3-storage.ts';
import { newFileName, type Storage } from './storage/storage.ts';
import { addSchool, addTwoSchools, addUser, insertRow } from './testing/fixtures.ts';
import { startS3Server } from './testing/s3-server.ts';
import { makeFolder, makeTestStorage, testConfig } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { makeMp4, picture, secret } from './testing/videos.ts';

const database = await makeTestDatabase();
const { db } = database;
const { retention } = testConfig;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('the cleanup deletes expired data and nothing else', async () => {
  const { id } = await addUser(database, { role: 'Admin' });
  const session = { user_id: id, token_hash: Buffer.from('alt') };
  await db.run(insertRows('sessions', [{ ...session, expires_at: hoursAgo(1) }]));
  await db.run(
    insertRows('login_tries', [
      { username: 'new', origin: '192.0.2.1' },
      { username: 'old', origin: '192.0.2.1', since: hoursAgo(2) },
    ]),
  );
  const device = { user_id: id, token_hash: Buffer.from('device') };
  await db.run(
    insertRows('login_devices', [
      { ...device, used_at: hoursAgo(179 * 24) },
      { ...device, token_hash: Buffer.from('old'), used_at: hoursAgo(181 * 24) },
    ]),
  );
  const school_id = await addSchool(db);
  await db.run(
    insertRows('school_activity', [
      { school_id, day: hoursAgo(729 * 24), logins: 1 },
      { school_id, day: hoursAgo(733 * 24), logins: 2 },
    ]),
  );
  const [fresh, old] = [Buffer.from('new'), Buffer.from('old')];
  const { id: quietUserId } = await addUser(database, { role: 'Admin' });
  await db.run(
    insertRows('comment_times', [
      { user_id: id, recent: [hoursAgo(2), hoursAgo(0)] },
      { user_id: quietUserId, recent: [hoursAgo(3), hoursAgo(2)] },
    ]),
  );
  await db.run(
    insertRows('idempotency_keys', [
      { user_id: id, key_hash: fresh, created_at: hoursAgo(29 * 24) },
      { user_id: id, key_hash: old, created_at: hoursAgo(31 * 24) },
    ]),
  );
  const notification = { user_id: id, sender_id: id, ref_id: id, type: 'password_reset' };
  await db.run(
    insertRows('notifications', [
      { ...notification, about: 'old', created_at: hoursAgo(181 * 24), read_at: hoursAgo(1) },
      { ...notification, about: 'old and unread', created_at: hoursAgo(181 * 24) },
      {
        ...notification,
        about: 'young',
        created_at: hoursAgo(179 * 24),
        read_at: hoursAgo(178 * 24),
      },
    ]),
  );

  await cleanUp(database, makeTestStorage(onTestFinished), { retention });

  expect(await db.value(z.number(), sql`select count(*) from sessions`)).toBe(2);
  expect(await db.values(z.string(), sql`select username from login_tries`)).toEqual(['new']);
  const devices = await db.values(z.instanceof(Buffer), sql`select token_hash from login_devices`);
  expect(devices).toEqual([device.token_hash]);
  expect(await db.values(z.number(), sql`select user_id from comment_times`)).toEqual([id]);
  const keys = await db.values(z.instanceof(Buffer), sql`select key_hash from idempotency_keys`);
  expect(keys).toEqual([fresh]);
  expect(await db.values(z.number(), sql`select logins from school_activity`)).toEqual([1]);
  const kept = await db.values(z.string(), sql`select about from notifications order by id`);
  expect(kept).toEqual(['young']);
});

test('only one of several servers cleans up at a time', async () => {
  const { id } = await addUser(database, { role: 'Admin' });
  const expired = { user_id: id, token_hash: Buffer.from('cũ'), expires_at: hoursAgo(1) };
  await db.run(insertRows('sessions', [expired]));
  const countSessions = () =>
    db.value(z.number(), sql`select count(*) from sessions where user_id = ${id}`);
  const other = await database.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [locks.cleanup]);

  await cleanUp(database, makeTestStorage(onTestFinished), { retention });
  expect(await countSessions()).toBe(2);

  await other.query('commit');
  other.release();
  await cleanUp(database, makeTestStorage(onTestFinished), { retention });
  expect(await countSessions()).toBe(1);
});

/** Adds a stored file that has been unreferenced for this many hours. */
async function addUnreferenced(storage: Storage, hours: number): Promise<string> {
  const name = newFileName('webp');
  await storage.write(name, Readable.from(['x']));
  await db.run(insertRows('stored_files', [{ name, unreferenced_since: hoursAgo(hours) }]));
  return name;
}

const listKnownFiles = () => db.values(z.string(), sql`select name from stored_files`);

describe('files', () => {
  test('are deleted seven days after the last reference, without listing the storage', async () => {
    await db.run(sql`delete from stored_files`);
    await db.run(sql`delete from secrets`);
    const storage = makeTestStorage(onTestFinished);
    await pairStorage(database.db, storage);
    const young = await addUnreferenced(storage, 7 * 24 - 1);
    const old = await addUnreferenced(storage, 7 * 24 + 1);
    const unlisted: Storage = {
      ...storage,
      listNames() {
        throw new Error('the cleanup must not list the storage');
      },
    };
    await cleanUp(database, unlisted, { retention });
    expect(await storage.find(old)).toBeUndefined();
    expect(await storage.find(young)).toBeDefined();
    expect(await listKnownFiles()).toEqual([young]);
  });

  test('are kept if the storage was swapped for another one', async () => {
    await db.run(sql`delete from stored_files`);
    const other = makeTestStorage(onTestFinished);
    const name = await addUnreferenced(other, 8 * 24);
    await expect(cleanUp(database, other, { retention })).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('no longer belongs to this database') }],
    });
    expect(await other.find(name)).toBeDefined();
    expect(await listKnownFiles()).toEqual([name]);
  });
});

test('the cleanup strips the metadata from stored videos', async () => {
  await db.run(sql`delete from stored_files`);
  await db.run(sql`delete from secrets`);
  const storage = makeTestStorage(onTestFinished);
  await pairStorage(database.db, storage);
  const { ours } = await addTwoSchools(database);
  const school_id = ours.schoolId;
  const fields = { school_id, author_id: ours.teacher.id, title: 'Hát', content: 'Xem video' };
  const post_id = await insertRow(db, 'posts', fields);
  const old = newFileName('mp4');
  const video = makeMp4();
  await storage.write(old, Readable.from([video]));
  const clip = { mime: 'video/mp4', filename: 'hát.mp4', bytes: video.length, position: 0 };
  await db.run(insertRows('attachments', [{ ...clip, school_id, post_id, file: old }]));

  await cleanUp(database, storage, { retention });

  const file = await db.value(z.string(), sql`select file from attachments`);
  const stored = await storage.open(file);
  const content = Buffer.concat((await stored?.content.toArray()) as Buffer[]);
  expect(content.includes(picture)).toBe(true);
  expect(content.includes(secret)).toBe(false);
});

describe('unfinished uploads in a bucket', () => {
  const dayMs = 24 * 3_600_000;

  test('are aborted after a day if they are ours, and those of others never', async () => {
    await db.run(sql`delete from stored_files`);
    await db.run(sql`delete from secrets`);
    const { config, uploads } = await startS3Server(onTestFinished);
    const storage = await openS3Storage(config, makeFolder(onTestFinished));
    await pairStorage(database.db, storage);
    const addUpload = (id: string, name: string, ageMs: number) =>
      uploads.set(id, { name, startedAt: new Date(Date.now() - ageMs), parts: [] });
    for (let count = 0; count < 5; count++) {
      addUpload(`old-${count}`, newFileName('mp4'), dayMs + 60_000);
    }
    addUpload('young', newFileName('mp4'), dayMs - 60_000);
    addUpload('of others', 'sao-luu/2026.tar', 30 * dayMs);
    await cleanUp(database, storage, { retention });
    expect([...uploads.keys()]).toEqual(['young', 'of others']);

    addUpload('old', newFileName('mp4'), 2 * dayMs);
    await db.run(sql`delete from secrets`);
    await expect(cleanUp(database, storage, { retention })).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('no longer belongs to this database') }],
    });
    expect([...uploads.keys()]).toEqual(['young', 'of others', 'old']);
  });
});

describe('when the storage fails', () => {
  const failure = new Error('the bucket is unavailable');

  test('the other steps run, the lock is released, and the next cleanup retries', async () => {
    await db.run(sql`delete from stored_files`);
    await db.run(sql`delete from secrets`);
    const { id } = await addUser(database, { role: 'Admin' });
    const expired = { user_id: id, token_hash: Buffer.from('xa'), expires_at: hoursAgo(1) };
    await db.run(insertRows('sessions', [expired]));
    const storage = makeTestStorage(onTestFinished);
    await pairStorage(database.db, storage);
    const [first, second] = [
      await addUnreferenced(storage, 200),
      await addUnreferenced(storage, 200),
    ];
    const failing: Storage = {
      ...storage,
      async delete(name) {
        if (name === second) throw failure;
        await storage.delete(name);
      },
    };
    await expect(cleanUp(database, failing, { retention })).rejects.toMatchObject({
      errors: [{ errors: [failure] }],
    });
    expect(await storage.find(first)).toBeUndefined();
    expect(
      await db.value(z.number(), sql`select count(*) from sessions where user_id = ${id}`),
    ).toBe(1);
    const other = await database.pool.connect();
    const { rows } = await other.query('select pg_try_advisory_xact_lock($1) as "isFree"', [
      locks.cleanup,
    ]);
    other.release();
    expect(rows).toEqual([{ isFree: true }]);

    await cleanUp(database, storage, { retention });
    expect(await storage.find(second)).toBeUndefined();
    expect(await listKnownFiles()).toEqual([]);
  });
});
