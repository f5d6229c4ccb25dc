import { join } from 'node:path';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { createBackupFolder, openBackupFolder } from '../../backup/backup-folder.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { takeBackup } from '../../backup/take-backup.ts';
import type { Database } from '../../database/database.ts';
import {
  listErasureRecords,
  readErasureRecord,
  writeErasureRecord,
} from '../../storage/erasure-records.ts';
import { adoptStorage } from '../../storage/pairing.ts';
import type { Storage } from '../../storage/storage.ts';
import { createErasureClient } from '../../testing/erasure-client.ts';
import { containsWord, dumpTables, findInFiles } from '../../testing/find-words.ts';
import { addComment, addTwoSchools, addUser } from '../../testing/fixtures.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { makeFolder, makeTestBucket, makeTestStorage, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase, openEmptyDatabase } from '../../testing/test-database.ts';
import { repeatErasures } from './erasure-records.service.ts';

const name = 'Kanary Minh Ân';

/** An installation in which a student was erased after a backup was taken. */
async function eraseAfterBackup(storage: Storage) {
  const database = await makeTestDatabase(onTestFinished);
  const { db } = database;
  await adoptStorage(db, storage);
  const app = await buildApp({ config: testConfig, database, storage });
  onTestFinished(() => app.close());
  const { ours } = await addTwoSchools(database);
  const { schoolId, classId, post, teacher, student: classmate } = ours;
  const student = await addUser(database, {
    role: 'Student',
    school_id: schoolId,
    class_id: classId,
    last_name: 'Kanary Minh',
    first_name: 'Ân',
  });
  const id = await addComment(db, { postId: post, author: classmate, text: `Chào ${name}` });
  const form = makePostForm([{ name: 'lớp.jpg', content: jpeg }]);
  await sendForm(app, '/api/posts', form, { token: teacher.token });
  const client = createErasureClient(app, ours.mod);
  const accepted = await client.accept(student);
  const folder = join(makeFolder(onTestFinished), 'backup');
  await takeBackup(database, storage, await createBackupFolder(folder));

  const { photos } = (await client.preview(accepted.id)).body;
  const mentions = [{ kind: 'comment' as const, id }];
  const erased = await client.erase(accepted, { mentions, photos: photos.map(({ id }) => id) });
  expect([erased.status, photos.length]).toEqual([200, 1]);
  const [recordName = ''] = await listErasureRecords(storage);
  const record = await readErasureRecord(storage, recordName);

  /** Restores into a new installation that has the record of the lost one. */
  async function restore(newStorage: Storage): Promise<Database> {
    await writeErasureRecord(newStorage, record);
    const restored = await openEmptyDatabase();
    await restoreBackup(restored, newStorage, await openBackupFolder(folder));
    return restored;
  }
  return { database, student, accepted, record, erased: erased.body, restore };
}

const hasWord = async (database: Database) =>
  containsWord(JSON.stringify(await dumpTables(database)), 'kanary');

describe.each([
  ['a disk', () => makeTestStorage(onTestFinished)],
  ['a bucket', () => makeTestBucket(onTestFinished)],
] as [string, () => Storage | Promise<Storage>][])('with files on %s', (_, makeStorage) => {
  test('a person whom an older backup brings back is erased again when a server starts', async () => {
    const { student, accepted, erased, restore } = await eraseAfterBackup(await makeStorage());
    const storage = await makeStorage();
    const restored = await restore(storage);
    expect(await hasWord(restored)).toBe(true);

    expect(await repeatErasures(restored.db, storage)).toBe(1);
    expect(await hasWord(restored)).toBe(false);
    expect(await findInFiles(storage, 'kanary')).toEqual([]);
    const { status, erased_at, files } = await restored.db.one(
      z.object({ status: z.string(), erased_at: z.string(), files: z.number() }),
      sql`
        select request.status, erasure.erased_at, (select count(*) from attachments) as files
        from data_requests request join erasures erasure on erasure.request_id = request.id
        where request.id = ${accepted.id} and erasure.user_id = ${student.id}`,
    );
    expect({ status, erased_at, files }).toEqual({
      status: 'done',
      erased_at: erased.certificate.erased_at,
      files: 0,
    });
    expect(await repeatErasures(restored.db, storage)).toBe(0);
  });
});

test('a record names nobody', async () => {
  const storage = makeTestStorage(onTestFinished);
  const { student, record, accepted } = await eraseAfterBackup(storage);
  expect(record).toEqual({
    user_id: student.id,
    created_at: expect.stringMatching(/^\d{16}$/),
    erased_at: expect.any(String),
    request_id: accepted.id,
    mentions: [{ kind: 'comment', id: expect.any(Number) }],
    files: [expect.stringMatching(/\.webp$/)],
  });
});

test('another user who got the id of an erased one is not touched', async () => {
  const { student, restore } = await eraseAfterBackup(makeTestStorage(onTestFinished));
  const storage = makeTestStorage(onTestFinished);
  const restored = await restore(storage);
  await restored.db.run(sql`
    update users set created_at = created_at + interval '1 microsecond' where id = ${student.id}`);
  expect(await repeatErasures(restored.db, storage)).toBe(0);
  const names = await restored.db.values(
    z.string(),
    sql`select full_name from users where id = ${student.id}`,
  );
  expect(names).toEqual([name]);
});

test('an Admin is not erased, whatever a record says', async () => {
  const { database, record } = await eraseAfterBackup(makeTestStorage(onTestFinished));
  const { db } = database;
  const { id } = await addUser(database, { role: 'Admin' });
  const created_at = await db.value(
    z.string(),
    sql`select (extract(epoch from created_at) * 1000000)::bigint::text from users where id = ${id}`,
  );
  const storage = makeTestStorage(onTestFinished);
  await writeErasureRecord(storage, { ...record, user_id: id, created_at });
  expect(await repeatErasures(db, storage)).toBe(0);
});

test('a record that was lost is written again when a server starts', async () => {
  const storage = makeTestStorage(onTestFinished);
  const { database, record } = await eraseAfterBackup(storage);
  await database.db.transaction(async (transaction) => {
    await transaction.run(sql`set local lop_xanh.erasing = 'on'`);
    await transaction.run(sql`update erasures set erased_at = erased_at - interval '9 days'`);
  });
  const [lost = ''] = await listErasureRecords(storage);
  await storage.delete(lost);
  await repeatErasures(database.db, storage);
  const { erased_at: _, ...rest } = record;
  expect(await readErasureRecord(storage, lost)).toMatchObject(rest);
});

test('a backup keeps the records, and other files still prevent a restore', async () => {
  const storage = makeTestStorage(onTestFinished);
  const { database, restore } = await eraseAfterBackup(storage);
  const folder = join(makeFolder(onTestFinished), 'later');
  const manifest = await takeBackup(database, storage, await createBackupFolder(folder));
  expect(Object.keys(manifest.files)).toEqual(
    expect.arrayContaining(await listErasureRecords(storage)),
  );
  const restored = await openEmptyDatabase();
  const newStorage = makeTestStorage(onTestFinished);
  await restoreBackup(restored, newStorage, await openBackupFolder(folder));
  expect(await listErasureRecords(newStorage)).toEqual(await listErasureRecords(storage));
  expect(await repeatErasures(restored.db, newStorage)).toBe(0);

  const used = makeTestStorage(onTestFinished);
  await used.write('aa/khac.webp', Readable.from(['x']));
  await expect(restore(used)).rejects.toThrow('is not empty: it holds aa/khac.webp');
});
