import { limits } from '@lop-xanh/contract/rules/limits';
import { scan } from '@lop-xanh/contract/scan';
import { teaching } from '@lop-xanh/contract/teaching';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { cleanUp } from '../../cleanup.ts';
import { adoptStorage } from '../../storage/pairing.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import { addTwoSchools, type TestUser, type TwoSchools } from '../../testing/fixtures.ts';
import { addTaught, addTaughtKind, addTaughtPhoto, addWaitingPhoto } from '../../testing/taught.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import { listFileNames, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({ config: testConfig, database, storage, rateLimits });
afterFile(() => app.close());

let world: TwoSchools;
let ours: TwoSchools['ours'];
beforeEach(async () => {
  world = await addTwoSchools(database);
  ({ ours } = world);
});

const words = {
  label: 'battery',
  name: 'Pin',
  group: 'hazardous',
  advice: 'Đưa cho thầy cô',
} as const;

const addKind = ({ token }: TestUser, fields: object = {}) =>
  request(app, teaching.addKind, { token, body: { ...words, ...fields } });
const addPhoto = ({ token }: TestUser, id: number, image: string) =>
  request(app, teaching.addPhoto, { token, params: { id }, body: { image } });
const approve = ({ token }: TestUser, id: number) =>
  request(app, teaching.approvePhoto, { token, params: { id } });
const remove = ({ token }: TestUser, id: number) =>
  request(app, teaching.deletePhoto, { token, params: { id } });
const keep = ({ token }: TestUser, keeps_photos: boolean) =>
  request(app, teaching.keepPhotos, { token, body: { keeps_photos } });
const readKinds = async ({ token }: TestUser) =>
  (await request(app, teaching.read, { token })).body.kinds;
const readPhotos = async ({ token }: TestUser, id: number) =>
  (await request(app, teaching.listPhotos, { token, params: { id } })).body.photos;
const photo = (index = 0) => photographAgain('31.jpeg', index);
const listAudit = async () =>
  db.many(
    z.object({ action: z.string(), subject_name: z.string(), details: z.unknown() }),
    sql`
      select action, subject_name, details from audit_log
      where subject = 'scanner' and school_id = ${ours.schoolId} order by id`,
  );

describe('a kind', () => {
  test('can be added, changed and deleted, and each is in the audit log', async () => {
    const added = await addKind(ours.teacher);
    const { id } = added.body;
    expect([added.status, added.body]).toEqual([
      201,
      {
        ...words,
        id,
        photo_count: 0,
        pending_count: 0,
        outdated_count: 0,
        imported_count: 0,
        right_before: null,
        right_now: null,
      },
    ]);
    const { token } = ours.mod;
    const body = { ...words, name: 'Pin  tiểu ', group: 'other' as const };
    const edited = await request(app, teaching.editKind, { token, params: { id }, body });
    expect(edited.body).toMatchObject({ id, name: 'Pin tiểu', group: 'other' });
    await request(app, teaching.editKind, { token, params: { id }, body });
    expect(await readKinds(ours.student)).toMatchObject([{ name: 'Pin tiểu' }]);
    expect((await request(app, teaching.deleteKind, { token, params: { id } })).status).toBe(200);
    expect(await readKinds(ours.student)).toEqual([]);
    expect(await listAudit()).toEqual([
      { action: 'created', subject_name: 'Pin', details: {} },
      {
        action: 'changed',
        subject_name: 'Pin tiểu',
        details: {
          fields: ['name', 'group'],
          old: { name: 'Pin', group: 'hazardous' },
          new: { name: 'Pin tiểu', group: 'other' },
        },
      },
      { action: 'deleted', subject_name: 'Pin tiểu', details: {} },
    ]);
  });

  test('has a name of its own in the school, whatever its case and spaces', async () => {
    expect((await addKind(ours.teacher, { name: 'Bóng Đèn' })).status).toBe(201);
    const again = await addKind(ours.mod, { name: ' bóng  ĐÈN'.normalize('NFD') });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      reason: 'kind_name_taken',
      issues: [{ path: 'name', message: 'Trường đã dạy một món có tên này' }],
    });
    expect((await addKind(world.theirs.teacher, { name: 'bóng đèn' })).status).toBe(201);
    const { id } = (await addKind(ours.teacher)).body;
    const renamed = await request(app, teaching.editKind, {
      token: ours.teacher.token,
      params: { id },
      body: { ...words, name: 'BÓNG ĐÈN' },
    });
    expect([renamed.status, renamed.body.reason]).toEqual([409, 'kind_name_taken']);
  });

  test('is rejected beyond the limit of a school', async () => {
    for (let i = 0; i < limits.maxTaughtKinds - 1; i++) await addTaughtKind(db, ours.schoolId);
    const responses = await Promise.all(
      ['Pin', 'Bóng đèn', 'Hộp sữa'].map((name) => addKind(ours.teacher, { name })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(await readKinds(ours.teacher)).toHaveLength(limits.maxTaughtKinds);
  });
});

describe('a photo', () => {
  let kindId: number;
  beforeEach(async () => {
    kindId = await addTaughtKind(db, ours.schoolId);
  });

  test('of a student waits for a teacher, who sees it and approves it', async () => {
    const { status, body } = await addPhoto(ours.student, kindId, await photo());
    expect([status, body]).toEqual([201, { id: expect.any(Number), is_pending: true }]);
    expect(await readKinds(ours.student)).toMatchObject([{ photo_count: 0, pending_count: 1 }]);
    const [waiting] = await readPhotos(ours.otherTeacher, kindId);
    expect(waiting).toMatchObject({
      id: body.id,
      is_pending: true,
      class_name: expect.any(String),
    });
    const shown = await app.inject(waiting.url);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);

    expect((await approve(ours.otherTeacher, body.id)).status).toBe(200);
    expect((await approve(ours.otherTeacher, body.id)).status).toBe(200);
    expect(await readPhotos(ours.teacher, kindId)).toMatchObject([
      { id: body.id, is_pending: false, url: null },
    ]);
    expect((await app.inject(waiting.url)).statusCode).toBe(404);
    expect(await readKinds(ours.student)).toMatchObject([{ photo_count: 1, pending_count: 0 }]);
    expect((await listAudit()).map(({ action }) => action)).toEqual(['approved']);
  });

  test('that a teacher rejects teaches nothing', async () => {
    const { body } = await addPhoto(ours.student, kindId, await photo());
    expect((await remove(ours.teacher, body.id)).status).toBe(200);
    expect(await readPhotos(ours.teacher, kindId)).toEqual([]);
    expect((await approve(ours.teacher, body.id)).status).toBe(404);
    expect((await listAudit()).map(({ action }) => action)).toEqual(['rejected']);
  });

  test('that waits teaches nothing yet', async () => {
    for (let i = 0; i < 4; i++) await addPhoto(ours.student, kindId, await photo(i));
    const body = { image: await photo(5) };
    const scanned = await request(app, scan.analyze, { token: ours.student.token, body });
    expect(scanned.body.result?.taught).toBeUndefined();
  });

  test('of a teacher teaches at once, and is not stored', async () => {
    const before = await listFileNames(storage);
    const { body } = await addPhoto(ours.teacher, kindId, await photo());
    expect(body.is_pending).toBe(false);
    expect(await readPhotos(ours.teacher, kindId)).toMatchObject([{ url: null }]);
    expect(await listFileNames(storage)).toEqual(before);
  });

  test('is kept small and without metadata only while the school wants it', async () => {
    expect((await keep(ours.mod, true)).status).toBe(200);
    const large = await sharp(Buffer.from((await photo()).split(',')[1] ?? '', 'base64'))
      .resize(1600, 1200)
      .withExif({ IFD0: { Copyright: 'Nhà em ở đây' } })
      .jpeg()
      .toBuffer();
    await addPhoto(ours.teacher, kindId, `data:image/jpeg;base64,${large.toString('base64')}`);
    const waiting = await addPhoto(ours.student, kindId, await photographAgain('44.jpeg', 1));
    const [, kept] = await readPhotos(ours.teacher, kindId);
    const { rawPayload } = await app.inject(kept.url);
    const metadata = await sharp(rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 384 });
    expect(metadata.exif).toBeUndefined();

    await keep(ours.mod, false);
    expect(await readPhotos(ours.teacher, kindId)).toMatchObject([
      { id: waiting.body.id, url: expect.any(String) },
      { id: kept.id, url: null },
    ]);
    expect((await app.inject(kept.url)).statusCode).toBe(404);
    const unused = sql`
      select count(*) from stored_files
      where school_id = ${ours.schoolId} and unreferenced_since = 'epoch'`;
    expect(await db.value(z.number(), unused)).toBe(1);
    expect((await listAudit()).filter(({ subject_name }) => subject_name === '')).toEqual([
      {
        action: 'changed',
        subject_name: '',
        details: {
          fields: ['keeps_photos'],
          old: { keeps_photos: false },
          new: { keeps_photos: true },
        },
      },
      {
        action: 'changed',
        subject_name: '',
        details: {
          fields: ['keeps_photos'],
          old: { keeps_photos: true },
          new: { keeps_photos: false },
        },
      },
    ]);
  });

  test('is rejected if the kind has nearly the same one, and leaves no file behind', async () => {
    const image = await photo();
    await addPhoto(ours.teacher, kindId, image);
    const before = await listFileNames(storage);
    const again = await addPhoto(ours.student, kindId, image);
    expect([again.status, again.body.reason]).toEqual([409, 'photo_already_taught']);
    await expect.poll(() => listFileNames(storage)).toEqual(before);
    const otherKind = await addTaughtKind(db, ours.schoolId);
    expect((await addPhoto(ours.teacher, otherKind, image)).status).toBe(201);
  });

  test('is rejected if it is no image', async () => {
    const image = `data:image/jpeg;base64,${Buffer.from('khong phai anh').toString('base64')}`;
    expect((await addPhoto(ours.teacher, kindId, image)).status).toBe(400);
    expect(await readPhotos(ours.teacher, kindId)).toEqual([]);
  });
});

test('a reset forgets the kinds and photos of one school only', async () => {
  const { admin, theirs } = world;
  const kind_id = await addTaught(db, ours.schoolId);
  const { file } = await addWaitingPhoto(db, { school_id: ours.schoolId, kind_id });
  await addTaught(db, theirs.schoolId);
  const params = { id: ours.schoolId };
  expect((await request(app, teaching.reset, { token: admin.token, params })).status).toBe(200);
  expect(await readKinds(ours.teacher)).toEqual([]);
  expect(await readKinds(theirs.teacher)).toMatchObject([{ photo_count: 3 }]);
  const isUnused = sql`
    select unreferenced_since is not null from stored_files where name = ${file}`;
  expect(await db.value(z.boolean(), isUnused)).toBe(true);
  expect(await listAudit()).toEqual([
    { action: 'deleted', subject_name: '', details: { kinds: 1 } },
  ]);
});

test('a photo that nobody decided on for two months is deleted', async () => {
  const school_id = ours.schoolId;
  const kind_id = await addTaughtKind(db, school_id);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await addWaitingPhoto(db, { school_id, kind_id, added_at: daysAgo(61) });
  const { id } = await addWaitingPhoto(db, { school_id, kind_id, added_at: daysAgo(59) });
  const approved = await addTaughtPhoto(db, { school_id, kind_id, added_at: daysAgo(400) });
  await adoptStorage(db, storage);
  await cleanUp(database, storage, { retention: testConfig.retention });
  const photos: { id: number }[] = await readPhotos(ours.teacher, kind_id);
  expect(photos.map((row) => row.id)).toEqual([id, approved]);
});

test('the database keeps photos and kinds of one school together', async () => {
  const kind_id = await addTaughtKind(db, ours.schoolId);
  await expect(
    addTaughtPhoto(db, { school_id: world.theirs.schoolId, kind_id }),
  ).rejects.toMatchObject({ code: '23503' });
  await expect(
    addTaughtPhoto(db, { school_id: ours.schoolId, kind_id, approved_at: null }),
  ).rejects.toMatchObject({ code: '23514' });
});

test('photos are the work of a day in the audit log', async () => {
  const kindId = await addTaughtKind(db, ours.schoolId, { name: 'Pin' });
  for (let i = 0; i < 3; i++) await addPhoto(ours.teacher, kindId, await photo(i));
  expect(await listAudit()).toEqual([
    { action: 'changed', subject_name: 'Pin', details: { fields: ['photos'] } },
  ]);
});
