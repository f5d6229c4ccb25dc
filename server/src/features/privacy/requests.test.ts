import { apiErrors } from '@lop-xanh/contract/errors';
import { type DataRequest } from '@lop-xanh/contract/privacy';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { computeDeadlines } from '@lop-xanh/contract/rules/request-clock';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addTwoSchools,
  deleteUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { createRequestClient, listRequestEntries } from '../../testing/request-client.ts';
import { makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);
const today = getVietnamDate(new Date());

let world: TwoSchools;
let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let client: ReturnType<typeof createRequestClient>;
beforeEach(async () => {
  world = await addTwoSchools(database);
  ({ ours, theirs } = world);
  client = createRequestClient(app, ours);
});

describe('a request', () => {
  test('of a parent in the app starts its clock today', async () => {
    const { id: _, ...filed } = await client.fileAs(ours.parent, { details: 'Xin bản sao' });
    const { answerDue, resultDue } = computeDeadlines(today);
    expect(filed).toEqual({
      version: 1,
      kind: 'copy',
      status: 'open',
      subject: { id: ours.student.id, full_name: 'An', role: 'Student', class_name: '3A' },
      school_id: ours.schoolId,
      school_name: 'TH Kim Đồng',
      requester_name: 'An',
      isFromApp: true,
      details: 'Xin bản sao',
      received_on: today,
      answer_due: answerDue,
      result_due: resultDue,
      answer: null,
      answered_at: null,
      answered_by: null,
      result: null,
      finished_at: null,
      finished_by: null,
      certificate: null,
      can: { answer: false, finish: false, erase: false, download: false },
    });
  });

  test('on paper is recorded with who asked and since when', async () => {
    const recorded = await client.fileAs(ours.mod, {
      requester_name: ' Trần Thị Mẹ ',
      received_on: '2026-01-02',
    });
    expect(recorded).toMatchObject({
      requester_name: 'Trần Thị Mẹ',
      isFromApp: false,
      received_on: '2026-01-02',
      answer_due: '2026-01-06',
      result_due: '2026-01-17',
    });
    expect((await client.fileAs(world.admin)).isFromApp).toBe(false);
  });

  test('of a user has their own name and the day of today, whatever they send', async () => {
    const forged = { requester_name: 'Người khác', received_on: '2026-01-02' };
    expect(await client.fileAs(ours.parent, forged)).toMatchObject({
      requester_name: 'An',
      received_on: today,
      isFromApp: true,
    });
  });

  test('cannot have been received in the future', async () => {
    const { status, body } = await client.file(ours.mod, { received_on: '2999-01-01' });
    expect([status, body.reason]).toEqual([400, 'date_in_future']);
  });

  test('is about oneself or a child, and for the office about anyone of the school', async () => {
    const statuses = async (user: TestUser, subjects: TestUser[]) =>
      Promise.all(
        subjects.map(async ({ id }) => (await client.file(user, { subject_id: id })).status),
      );
    const subjects = [ours.student, ours.parent, ours.teacher, ours.mod, theirs.student];
    const all = [...subjects, world.admin];
    expect(await statuses(ours.parent, all)).toEqual([201, 201, 404, 404, 404, 404]);
    expect(await statuses(ours.teacher, all)).toEqual([404, 404, 201, 404, 404, 404]);
    expect(await statuses(ours.mod, all)).toEqual([201, 201, 201, 201, 404, 404]);
    expect(await statuses(world.admin, all)).toEqual([201, 201, 201, 201, 201, 404]);
    expect(await statuses(ours.student, [ours.student])).toEqual([403]);
  });

  test('of a Mod about themselves is their own', async () => {
    const own = await client.fileAs(ours.mod, { subject_id: ours.mod.id, kind: 'erasure' });
    expect(own.isFromApp).toBe(true);
    const { body } = await client.answer(ours.mod, own);
    expect(body.can).toMatchObject({ erase: false });
  });

  test('is about a deleted account too, but not about one that was erased', async () => {
    await deleteUser(db, ours.otherStudent.id);
    const input = { subject_id: ours.otherStudent.id };
    await client.fileAs(ours.mod, input);
    await updateRow(db, 'users', ours.otherStudent.id, { erased_at: new Date().toISOString() });
    expect((await client.file(ours.mod, input)).status).toBe(404);
  });

  test('waits for its result before the same user files it again; the office records any', async () => {
    const first = await client.fileAs(ours.parent);
    const again = await client.file(ours.parent);
    expect([again.status, again.body.reason]).toEqual([409, 'request_waiting']);
    await client.fileAs(ours.parent, { kind: 'correction' });
    await client.fileAs(ours.parent, { subject_id: ours.parent.id });
    await client.fileAs(ours.mod);
    await client.fileAs(ours.mod);
    await client.answer(ours.mod, first, false);
    await client.fileAs(ours.parent);
  });

  test('that is sent again with its key is filed once', async () => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => client.file(ours.parent, {}, 'yeu-cau-1')),
    );
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await client.listIds(ours.parent)).toHaveLength(1);
  });
});

describe('the steps', () => {
  test('are the answer, then the result', async () => {
    const filed = await client.fileAs(ours.parent, { kind: 'correction' });
    const canNow = async () => (await client.read(ours.mod, filed)).body.can;
    expect(await canNow()).toMatchObject({ answer: true, finish: false });
    const { body: accepted } = await client.answer(ours.mod, filed);
    expect(accepted).toMatchObject({
      status: 'accepted',
      version: 2,
      answer: 'Nhà trường đã nhận',
      answered_by: 'An',
      can: { answer: false, finish: true, erase: false, download: false },
    });
    const { body: done } = await client.finish(ours.mod, accepted);
    expect(done).toMatchObject({
      status: 'done',
      version: 3,
      result: 'Đã làm',
      finished_by: 'An',
      can: { answer: false, finish: false, erase: false, download: false },
    });
    expect(await listRequestEntries(db, filed)).toEqual([
      { action: 'created', actor_id: ours.parent.id, subject_name: 'An' },
      { action: 'answered', actor_id: ours.mod.id, subject_name: 'An' },
      { action: 'finished', actor_id: ours.mod.id, subject_name: 'An' },
    ]);
  });

  test('end with a refusal', async () => {
    const filed = await client.fileAs(ours.parent);
    const { body: refused } = await client.answer(ours.mod, filed, false);
    expect(refused).toMatchObject({ status: 'refused', finished_at: null });
    for (const step of [client.answer, client.finish]) {
      expect((await step(ours.mod, refused)).body.reason).toBe('request_changed');
    }
  });

  test('cannot be skipped or repeated, and need the version that was read', async () => {
    const filed = await client.fileAs(ours.parent);
    expect((await client.finish(ours.mod, filed)).status).toBe(409);
    expect((await client.answer(ours.mod, { ...filed, version: 2 })).status).toBe(409);
    const { body: accepted } = await client.answer(ours.mod, filed);
    expect((await client.answer(ours.mod, filed)).status).toBe(409);
    expect((await client.answer(ours.mod, accepted)).status).toBe(409);
    const { body: done } = await client.finish(ours.mod, accepted);
    expect((await client.finish(ours.mod, done)).status).toBe(409);
    expect(apiErrors.request_changed.code).toBe('conflict');
  });

  test('of an erasure end only by erasing', async () => {
    const accepted = await client.fileAndAccept(ours.parent, { kind: 'erasure' });
    expect(accepted.can).toEqual({ answer: false, finish: false, erase: true, download: false });
    expect((await client.finish(ours.mod, accepted)).status).toBe(403);
  });

  test('taken by two Mods at once happen once', async () => {
    const filed = await client.fileAs(ours.parent);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => client.answer(ours.mod, filed, index % 2 === 0)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(await listRequestEntries(db, filed)).toHaveLength(2);
  });

  test('sent again with their key happen once', async () => {
    const filed = await client.fileAs(ours.parent);
    const responses = [
      await client.answer(ours.mod, filed, true, 'tra-loi-1'),
      await client.answer(ours.mod, filed, true, 'tra-loi-1'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[1]?.body).toEqual(responses[0]?.body);
  });

  test('are taken by the office of the school only', async () => {
    const filed = await client.fileAs(ours.parent);
    const statuses = async (step: typeof client.answer, request: DataRequest) =>
      Promise.all(
        [ours.parent, ours.teacher, ours.student, theirs.mod].map(
          async (user) => (await step(user, request)).status,
        ),
      );
    expect(await statuses(client.answer, filed)).toEqual([403, 403, 403, 404]);
    const { body: accepted } = await client.answer(world.admin, filed);
    expect(await statuses(client.finish, accepted)).toEqual([403, 403, 403, 404]);
    expect((await client.finish(world.admin, accepted)).status).toBe(200);
  });
});

describe('are notified', () => {
  test('of a new request the Mods of the school, but not the one who records it', async () => {
    expect(await collectNotifications(() => client.fileAs(ours.parent))).toEqual({
      [ours.mod.username]: ['request_filed'],
    });
    const [notification] = await fetchNotifications(app, ours.mod);
    expect(notification).toMatchObject({ refId: ours.student.id, about: 'An', refType: 'user' });
    expect(await collectNotifications(() => client.fileAs(ours.mod))).toEqual({});
  });

  test('of the answer and the result the user who filed it', async () => {
    const filed = await client.fileAs(ours.parent);
    expect(await collectNotifications(() => client.answer(ours.mod, filed))).toEqual({
      [ours.parent.username]: ['request_answered'],
    });
    const next = { ...filed, version: 2 };
    expect(await collectNotifications(() => client.finish(ours.mod, next))).toEqual({
      [ours.parent.username]: ['request_done'],
    });
  });

  test('of a request on paper nobody: the office writes back', async () => {
    const recorded = await client.fileAs(ours.mod);
    expect(await collectNotifications(() => client.answer(ours.mod, recorded))).toEqual({});
  });
});
