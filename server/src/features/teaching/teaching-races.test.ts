import { scan } from '@lop-xanh/contract/scan';
import { teaching } from '@lop-xanh/contract/teaching';
import pg from 'pg';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addTwoSchools, type TwoSchools } from '../../testing/fixtures.ts';
import { addTaughtKind, addWaitingPhoto } from '../../testing/taught.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
let kindId: number;
beforeEach(async () => {
  ({ ours } = await addTwoSchools(database));
  kindId = await addTaughtKind(db, ours.schoolId);
});

/** Starts the requests in this order while the scanner of the school is locked, and then lets them go. */
async function race<T>(...starts: (() => Promise<T>)[]): Promise<T[]> {
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from schools where id = $1 for no key update', [ours.schoolId]);
  const responses: Promise<T>[] = [];
  for (const start of starts) {
    responses.push(start());
    await expect.poll(countWaiting).toBe(responses.length);
  }
  await blocker.query('rollback');
  await blocker.end();
  return Promise.all(responses);
}

const countWaiting = () =>
  db.run(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);

const params = () => ({ id: kindId });
const deleteKind = async () =>
  (await request(app, teaching.deleteKind, { token: ours.mod.token, params: params() })).status;
const editKind = async () => {
  const body = { label: null, name: 'Pin tiểu', group: 'other', advice: 'Hỏi cô' } as const;
  const { token } = ours.mod;
  return (await request(app, teaching.editKind, { token, params: params(), body })).status;
};
const addPhoto = async () => {
  const body = { image: await photographAgain('31.jpeg', 0) };
  const { token } = ours.teacher;
  return (await request(app, teaching.addPhoto, { token, params: params(), body })).status;
};
const addWaiting = async () =>
  (await addWaitingPhoto(db, { school_id: ours.schoolId, kind_id: kindId })).id;
const approve = async (id: number) =>
  (await request(app, teaching.approvePhoto, { token: ours.teacher.token, params: { id } })).status;
const remove = async (id: number) =>
  (await request(app, teaching.deletePhoto, { token: ours.teacher.token, params: { id } })).status;

test('a kind is deleted while one of its photos is approved', async () => {
  const id = await addWaiting();
  expect(await race(() => approve(id), deleteKind)).toEqual([200, 200]);
  kindId = await addTaughtKind(db, ours.schoolId);
  const other = await addWaiting();
  expect(await race(deleteKind, () => approve(other))).toEqual([200, 404]);
});

test('a kind is deleted while one of its photos is deleted', async () => {
  const id = await addWaiting();
  expect(await race(() => remove(id), deleteKind)).toEqual([200, 200]);
});

test('a kind is deleted while a photo of it is added', async () => {
  expect(await race(addPhoto, deleteKind)).toEqual([201, 200]);
  kindId = await addTaughtKind(db, ours.schoolId);
  expect(await race(deleteKind, addPhoto)).toEqual([200, 404]);
});

test('a kind that is deleted meanwhile is not edited', async () => {
  expect(await race(deleteKind, editKind)).toEqual([200, 404]);
});

test('the same photo sent twice at once is added once', async () => {
  expect(await race(addPhoto, addPhoto)).toEqual([201, 409]);
});

test('a photo is deleted while new nets see it', async () => {
  await db.run(sql`update schools set keeps_taught_photos = true where id = ${ours.schoolId}`);
  await addPhoto();
  const id = await db.value(
    z.number(),
    sql`update taught_photos set model = 'former' where kind_id = ${kindId} returning id`,
  );
  // A scan starts it in the background.
  const scanPhoto = async () => {
    const body = { image: await photographAgain('31.jpeg', 1) };
    return (await request(app, scan.analyze, { token: ours.student.token, body })).status;
  };
  expect(await race(scanPhoto, () => remove(id))).toEqual([200, 200]);
});
