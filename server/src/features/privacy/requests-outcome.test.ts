import { type DataRequest, privacy } from '@lop-xanh/contract/privacy';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addTwoSchools,
  deleteUser,
  loadActor,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications } from '../../testing/notifications.ts';
import { createRequestClient, listRequestEntries } from '../../testing/request-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { lockRequest } from './requests.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let world: TwoSchools;
let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let client: ReturnType<typeof createRequestClient>;
beforeEach(async () => {
  world = await addTwoSchools(database);
  ({ ours, theirs } = world);
  client = createRequestClient(app, ours);
});

describe('the download of a copy', () => {
  const download = async (user: TestUser, { id }: DataRequest) => {
    const { status } = await request(app, privacy.copy, { token: user.token, params: { id } });
    const response = await client.read(user, { id } as DataRequest);
    if (response.status === 200) expect(response.body.can.download).toBe(status === 200);
    return status;
  };

  test('is for the office once it is accepted, and for the requester once it is done', async () => {
    const filed = await client.fileAs(ours.parent);
    expect(await download(ours.mod, filed)).toBe(403);
    const { body: accepted } = await client.answer(ours.mod, filed);
    expect(await download(ours.mod, filed)).toBe(200);
    expect(await download(world.admin, filed)).toBe(200);
    expect(await download(ours.parent, filed)).toBe(403);
    await client.finish(ours.mod, accepted);
    expect(await download(ours.parent, filed)).toBe(200);
    for (const user of [ours.teacher, theirs.mod, theirs.parent]) {
      expect(await download(user, filed)).toBe(404);
    }
    const exports = (await listRequestEntries(db, filed)).filter(
      ({ action }) => action === 'exported',
    );
    expect(exports.map(({ actor_id }) => actor_id)).toEqual([
      ours.mod.id,
      world.admin.id,
      ours.parent.id,
    ]);
  });

  test(`ends for the requester after ${limits.copyDays} days`, async () => {
    const { id, ...accepted } = await client.fileAndAccept(ours.parent);
    await client.finish(ours.mod, { id, ...accepted });
    const age = (interval: string) =>
      db.run(sql`
        update data_requests set finished_at = now() - ${interval}::interval where id = ${id}`);
    await age(`${limits.copyDays} days -1 minute`);
    expect(await download(ours.parent, { id, ...accepted })).toBe(200);
    await age(`${limits.copyDays} days 1 minute`);
    expect(await download(ours.parent, { id, ...accepted })).toBe(403);
  });

  test('ends when the parent loses the child, or the Mod the student to another school', async () => {
    const accepted = await client.fileAndAccept(ours.parent);
    await client.finish(ours.mod, accepted);
    await db.run(sql`delete from parents_children where parent_id = ${ours.parent.id}`);
    expect(await download(ours.parent, accepted)).toBe(403);
    await db.run(sql`delete from memberships where user_id = ${ours.student.id}`);
    await updateRow(db, 'users', ours.student.id, { school_id: theirs.schoolId });
    expect(await download(ours.mod, accepted)).toBe(403);
  });

  test('is not for other kinds, nor of an erased person', async () => {
    const correction = await client.fileAndAccept(ours.parent, { kind: 'correction' });
    expect(await download(ours.mod, correction)).toBe(403);
    const copy = await client.fileAndAccept(ours.parent);
    await deleteUser(db, ours.student.id);
    expect(await download(ours.mod, copy)).toBe(200);
    await updateRow(db, 'users', ours.student.id, { erased_at: new Date().toISOString() });
    expect(await download(ours.mod, copy)).toBe(403);
  });
});

describe('an erasure', () => {
  const lockAs = async (user: TestUser, { id, version }: DataRequest) => {
    const actor = await loadActor(database, user);
    return db.transaction((transaction) => lockRequest(transaction, actor, id, version));
  };

  test('locks the request that it carries out', async () => {
    const accepted = await client.fileAndAccept(ours.parent, { kind: 'erasure' });
    expect(await lockAs(ours.mod, accepted)).toMatchObject({ subject_id: ours.student.id });
    expect(await lockAs(world.admin, accepted)).toMatchObject({ id: accepted.id });
    for (const [user, reason] of [
      [theirs.mod, 'not_found'],
      [ours.parent, 'forbidden'],
    ] as const) {
      await expect(lockAs(user, accepted)).rejects.toMatchObject({ reason });
    }
    await expect(lockAs(ours.mod, { ...accepted, version: 1 })).rejects.toMatchObject({
      reason: 'request_changed',
    });
  });

  test('needs an accepted request for erasure of somebody else', async () => {
    const open = await client.fileAs(ours.parent, { kind: 'erasure' });
    await expect(lockAs(ours.mod, open)).rejects.toMatchObject({ reason: 'request_changed' });
    const copy = await client.fileAndAccept(ours.parent);
    await expect(lockAs(ours.mod, copy)).rejects.toMatchObject({ reason: 'not_found' });
    const own = await client.fileAndAccept(ours.mod, { kind: 'erasure', subject_id: ours.mod.id });
    await expect(lockAs(ours.mod, own)).rejects.toMatchObject({ reason: 'forbidden' });
    expect(await lockAs(world.admin, own)).toMatchObject({ id: own.id });
  });

  test('ends with its certificate, and names nobody', async () => {
    const accepted = await client.fileAndAccept(ours.parent, { kind: 'erasure' });
    const { id, version } = accepted;
    const { body: done } = await request(app, privacy.erase, {
      token: ours.mod.token,
      params: { id },
      body: { version, mentions: [], photos: [] },
    });
    expect(done).toMatchObject({
      status: 'done',
      version: 3,
      subject: { full_name: 'Đã xóa' },
      certificate: { erased_by: 'An', removed: expect.any(Object), kept: expect.any(Object) },
      can: { answer: false, finish: false, erase: false, download: false },
    });
    const [notification] = await fetchNotifications(app, ours.parent);
    expect(notification).toMatchObject({
      type: 'request_done',
      about: null,
      message: 'Dữ liệu đã được xóa theo yêu cầu của bạn',
    });
    expect((await listRequestEntries(db, accepted)).at(-1)).toEqual({
      action: 'erased',
      actor_id: ours.mod.id,
      subject_name: 'Đã xóa',
    });
    await expect(lockAs(ours.mod, done)).rejects.toMatchObject({ reason: 'request_changed' });
  });
});
