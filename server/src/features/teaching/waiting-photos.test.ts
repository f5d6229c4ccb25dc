import { teaching } from '@lop-xanh/contract/teaching';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addTwoSchools, type TestUser, type TwoSchools } from '../../testing/fixtures.ts';
import { addTaught, addTaughtKind, addTaughtPhoto, addWaitingPhoto } from '../../testing/taught.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let world: TwoSchools;
let ours: TwoSchools['ours'];
let kind_id: number;
beforeEach(async () => {
  world = await addTwoSchools(database);
  ({ ours } = world);
  kind_id = await addTaughtKind(db, ours.schoolId);
});

const addWaiting = async ({ id }: TestUser) =>
  (await addWaitingPhoto(db, { school_id: ours.schoolId, kind_id, added_by: id })).id;
const remove = async ({ token }: TestUser, id: number) =>
  (await request(app, teaching.deletePhoto, { token, params: { id } })).status;
const listPhotoIds = () =>
  db.values(z.number(), sql`select id from taught_photos where kind_id = ${kind_id} order by id`);

test('a student takes back a photo that waits, but neither a taught one nor that of another', async () => {
  const waiting = await addWaiting(ours.student);
  const taught = await addTaughtPhoto(db, {
    school_id: ours.schoolId,
    kind_id,
    added_by: ours.student.id,
  });
  expect(await remove(ours.otherStudent, waiting)).toBe(404);
  expect(await remove(world.theirs.student, waiting)).toBe(404);
  expect(await remove(ours.student, taught)).toBe(404);
  expect(await remove(ours.student, waiting)).toBe(200);
  expect(await listPhotoIds()).toEqual([taught]);
  const decisions = sql`select count(*) from audit_log where subject = 'scanner' and action = 'rejected'`;
  expect(await db.value(z.number(), decisions)).toBe(0);
});

test('teachers and Mods are told how many photos of their school wait', async () => {
  const count = async ({ token }: TestUser) =>
    (await request(app, teaching.countWaiting, { token })).body;
  await addTaught(db, ours.schoolId);
  expect(await count(ours.teacher)).toEqual({ photo_count: 0 });
  for (const student of [ours.student, ours.otherStudent]) await addWaiting(student);
  for (const user of [ours.teacher, ours.otherTeacher, ours.mod]) {
    expect(await count(user)).toEqual({ photo_count: 2 });
  }
  expect(await count(world.theirs.mod)).toEqual({ photo_count: 0 });
});
