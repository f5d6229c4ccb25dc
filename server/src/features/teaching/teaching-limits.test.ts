import { limits } from '@lop-xanh/contract/rules/limits';
import { featureCounts } from '@lop-xanh/contract/rules/taught-head';
import { teaching } from '@lop-xanh/contract/teaching';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { addTwoSchools, type TestUser, type TwoSchools } from '../../testing/fixtures.ts';
import {
  addTaughtKind,
  addWaitingPhoto,
  currentModel,
  makeFeatures,
} from '../../testing/taught.ts';
import { photographAgain } from '../../testing/taught-images.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
beforeEach(async () => {
  ({ ours } = await addTwoSchools(database));
});

const addPhoto = ({ token }: TestUser, id: number, image: string) =>
  request(app, teaching.addPhoto, { token, params: { id }, body: { image } });
const approve = ({ token }: TestUser, id: number) =>
  request(app, teaching.approvePhoto, { token, params: { id } });
const readPhotos = async ({ token }: TestUser, id: number) =>
  (await request(app, teaching.listPhotos, { token, params: { id } })).body.photos;
const photo = (index = 0) => photographAgain('31.jpeg', index);

describe('too many photos are rejected', () => {
  const fill = async (kind_id: number, count: number, model = currentModel) => {
    const features = makeFeatures(featureCounts.server, 0);
    const device_features = makeFeatures(featureCounts.device, 0);
    await db.run(sql`
      insert into taught_photos (school_id, kind_id, approved_at, model, features, device_features)
      select ${ours.schoolId}, ${kind_id}, now(), ${model}, ${features}, ${device_features}
      from generate_series(1, ${count})`);
  };

  test('of a kind, whether added or approved', async () => {
    const kind_id = await addTaughtKind(db, ours.schoolId);
    const { id } = await addWaitingPhoto(db, { school_id: ours.schoolId, kind_id });
    await fill(kind_id, limits.maxTaughtPhotosPerKind);
    for (const response of [
      await addPhoto(ours.teacher, kind_id, await photo()),
      await addPhoto(ours.student, kind_id, await photo()),
      await approve(ours.teacher, id),
    ]) {
      expect([response.status, response.body.reason]).toEqual([409, 'too_many_photos_of_kind']);
    }
    expect(await readPhotos(ours.teacher, kind_id)).toHaveLength(limits.maxTaughtPhotosPerKind + 1);
  });

  test('of a school', async () => {
    for (let i = 0; i < limits.maxTaughtPhotos / 200; i++) {
      await fill(await addTaughtKind(db, ours.schoolId), 200);
    }
    const kind_id = await addTaughtKind(db, ours.schoolId);
    const response = await addPhoto(ours.teacher, kind_id, await photo());
    expect([response.status, response.body.reason]).toEqual([409, 'too_many_taught_photos']);
  });

  test('of a student that wait, while others can still send theirs', async () => {
    const school_id = ours.schoolId;
    const kind_id = await addTaughtKind(db, school_id);
    for (let i = 0; i < limits.maxWaitingPhotos; i++) {
      await addWaitingPhoto(db, { school_id, kind_id, added_by: ours.student.id });
    }
    const response = await addPhoto(ours.student, kind_id, await photo());
    expect([response.status, response.body.reason]).toEqual([409, 'too_many_waiting_photos']);
    expect((await addPhoto(ours.otherStudent, kind_id, await photo())).status).toBe(201);
  });

  test('of a kind that wait, whoever sent them', async () => {
    const school_id = ours.schoolId;
    const kind_id = await addTaughtKind(db, school_id);
    for (let i = 0; i < limits.maxWaitingPhotosOfKind; i++) {
      await addWaitingPhoto(db, { school_id, kind_id, added_by: ours.otherStudent.id });
    }
    const response = await addPhoto(ours.student, kind_id, await photo());
    expect([response.status, response.body.reason]).toEqual([409, 'too_many_waiting_of_kind']);
    expect((await addPhoto(ours.teacher, kind_id, await photo())).status).toBe(201);
    const otherKind = await addTaughtKind(db, school_id);
    expect((await addPhoto(ours.student, otherKind, await photo())).status).toBe(201);
  });

  test('but those of former nets, which teach nothing, leave room', async () => {
    const kind_id = await addTaughtKind(db, ours.schoolId);
    await fill(kind_id, limits.maxTaughtPhotosPerKind, 'former');
    expect((await addPhoto(ours.teacher, kind_id, await photo())).status).toBe(201);
  });
});

test('a list of photos stays short, however many former nets have seen some', async () => {
  const kind_id = await addTaughtKind(db, ours.schoolId);
  for (const model of ['one', 'two', 'three']) {
    await db.run(sql`
      insert into taught_photos (school_id, kind_id, approved_at, model, features, device_features)
      select ${ours.schoolId}, ${kind_id}, now(), ${model}, '', '' from generate_series(1, 200)`);
  }
  await addPhoto(ours.teacher, kind_id, await photo());
  const photos: { is_outdated: boolean }[] = await readPhotos(ours.teacher, kind_id);
  expect(photos).toHaveLength(500);
  expect(photos[0]?.is_outdated).toBe(false);
});
