import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sweep } from './cleanup.ts';
import { locks } from './database/locks.ts';
import { pairStorage } from './storage/pairing.ts';
import { newFileName, type Storage } from './storage/storage.ts';
import { addUser } from './testing/people.ts';
import { makeTestStorage } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('the sweep removes what has run out and nothing else', async () => {
  const { id } = await addUser(database, { role: 'Admin' });
  const session = { user_id: id, token_hash: Buffer.from('alt') };
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: hoursAgo(1) })
    .execute();
  await db
    .insertInto('login_tries')
    .values([
      { username: 'new', origin: '192.0.2.1' },
      { username: 'old', origin: '192.0.2.1', since: hoursAgo(2) },
    ])
    .execute();
  const device = { user_id: id, token_hash: Buffer.from('device') };
  await db
    .insertInto('login_devices')
    .values([
      { ...device, used_at: hoursAgo(179 * 24) },
      { ...device, token_hash: Buffer.from('old'), used_at: hoursAgo(181 * 24) },
    ])
    .execute();
  const [fresh, old] = [Buffer.from('new'), Buffer.from('old')];
  const { id: quiet } = await addUser(database, { role: 'Admin' });
  await db
    .insertInto('comment_times')
    .values([
      { user_id: id, recent: [hoursAgo(2), hoursAgo(0)] },
      { user_id: quiet, recent: [hoursAgo(3), hoursAgo(2)] },
    ])
    .execute();
  await db
    .insertInto('idempotency_keys')
    .values([
      { user_id: id, key_hash: fresh, created_at: hoursAgo(29 * 24) },
      { user_id: id, key_hash: old, created_at: hoursAgo(31 * 24) },
    ])
    .execute();
  const news = { user_id: id, sender_id: id, ref_id: id, type: 'password_reset' };
  await db
    .insertInto('notifications')
    .values([
      { ...news, about: 'old', created_at: hoursAgo(181 * 24), read_at: hoursAgo(1) },
      { ...news, about: 'old and unread', created_at: hoursAgo(181 * 24) },
      { ...news, about: 'young', created_at: hoursAgo(179 * 24), read_at: hoursAgo(178 * 24) },
    ])
    .execute();

  await sweep(database, makeTestStorage(onTestFinished));

  expect(await db.selectFrom('sessions').select('user_id').execute()).toHaveLength(2);
  expect(await db.selectFrom('login_tries').select('username').execute()).toEqual([
    { username: 'new' },
  ]);
  expect(await db.selectFrom('login_devices').select('token_hash').execute()).toEqual([
    { token_hash: device.token_hash },
  ]);
  expect(await db.selectFrom('comment_times').select('user_id').execute()).toEqual([
    { user_id: id },
  ]);
  const keys = await db.selectFrom('idempotency_keys').select('key_hash').execute();
  expect(keys).toEqual([{ key_hash: fresh }]);
  const kept = await db.selectFrom('notifications').select('about').orderBy('id').execute();
  expect(kept).toEqual([{ about: 'old and unread' }, { about: 'young' }]);
});

test('of several servers one sweeps at a time', async () => {
  const { id } = await addUser(database, { role: 'Admin' });
  const expired = { user_id: id, token_hash: Buffer.from('cũ'), expires_at: hoursAgo(1) };
  await db.insertInto('sessions').values(expired).execute();
  const left = async () =>
    (await db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute()).length;
  const other = await database.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [locks.sweep]);

  await sweep(database, makeTestStorage(onTestFinished));
  expect(await left()).toBe(2);

  await other.query('commit');
  other.release();
  await sweep(database, makeTestStorage(onTestFinished));
  expect(await left()).toBe(1);
});

/** A stored file that nothing has referred to for so long. */
async function addUnreferenced(storage: Storage, hours: number): Promise<string> {
  const name = newFileName('webp');
  await storage.write(name, Readable.from(['x']));
  await db
    .insertInto('stored_files')
    .values({ name, unreferenced_since: hoursAgo(hours) })
    .execute();
  return name;
}

describe('files', () => {
  const knownFiles = async () =>
    (await db.selectFrom('stored_files').select('name').execute()).map(({ name }) => name);

  test('are deleted seven days after the last reference, without a look at the others', async () => {
    await db.deleteFrom('stored_files').execute();
    await db.deleteFrom('secrets').execute();
    const storage = makeTestStorage(onTestFinished);
    await pairStorage(database, storage);
    const young = await addUnreferenced(storage, 7 * 24 - 1);
    const old = await addUnreferenced(storage, 7 * 24 + 1);
    const unlisted: Storage = {
      ...storage,
      names() {
        throw new Error('the cleanup must not list the storage');
      },
    };
    await sweep(database, unlisted);
    expect(await storage.find(old)).toBeUndefined();
    expect(await storage.find(young)).toBeDefined();
    expect(await knownFiles()).toEqual([young]);
  });

  test('stay where the storage was swapped for another one', async () => {
    await db.deleteFrom('stored_files').execute();
    const other = makeTestStorage(onTestFinished);
    const name = await addUnreferenced(other, 8 * 24);
    await expect(sweep(database, other)).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('no longer belongs to this database') }],
    });
    expect(await other.find(name)).toBeDefined();
    expect(await knownFiles()).toEqual([name]);
  });
});

describe('when the storage breaks off', () => {
  const away = new Error('the bucket is away');

  test('what was not deleted is known and tried again, the rest is cleaned up, and the turn given up', async () => {
    await db.deleteFrom('stored_files').execute();
    await db.deleteFrom('secrets').execute();
    const { id } = await addUser(database, { role: 'Admin' });
    const expired = { user_id: id, token_hash: Buffer.from('xa'), expires_at: hoursAgo(1) };
    await db.insertInto('sessions').values(expired).execute();
    const storage = makeTestStorage(onTestFinished);
    await pairStorage(database, storage);
    const [one, two] = [await addUnreferenced(storage, 200), await addUnreferenced(storage, 200)];
    const breaking: Storage = {
      ...storage,
      async remove(name) {
        if (name === two) throw away;
        await storage.remove(name);
      },
    };
    await expect(sweep(database, breaking)).rejects.toMatchObject({ errors: [{ errors: [away] }] });
    expect(await storage.find(one)).toBeUndefined();
    const left = db.selectFrom('sessions').select('user_id').where('user_id', '=', id);
    expect(await left.execute()).toHaveLength(1);
    const other = await database.pool.connect();
    const { rows } = await other.query('select pg_try_advisory_xact_lock($1) as "isFree"', [
      locks.sweep,
    ]);
    other.release();
    expect(rows).toEqual([{ isFree: true }]);

    await sweep(database, storage);
    expect(await storage.find(two)).toBeUndefined();
    expect(await db.selectFrom('stored_files').select('name').execute()).toEqual([]);
  });
});
