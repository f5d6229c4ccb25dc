import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { apiErrors } from '@lop-xanh/contract/errors';
import { type DataRequest, privacy, type RequestKind } from '@lop-xanh/contract/privacy';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { computeDeadlines } from '@lop-xanh/contract/rules/request-clock';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countStatements } from '../../testing/count-statements.ts';
import {
  addTwoSchools,
  deleteUser,
  loadActor,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { lockRequest } from './requests.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);
const today = getVietnamDate(new Date());

let world: TwoSchools;
let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
beforeEach(async () => {
  world = await addTwoSchools(database);
  ({ ours, theirs } = world);
});

type Filing = Partial<BodyOf<typeof privacy.file>>;

const file = ({ token }: TestUser, input: Filing = {}, key?: string) =>
  request(app, privacy.file, {
    token,
    body: { kind: 'copy', subject_id: ours.student.id, ...input },
    headers: key ? { 'idempotency-key': key } : {},
  });

async function fileAs(user: TestUser, input: Filing = {}): Promise<DataRequest> {
  const { status, body } = await file(user, input);
  expect(status).toBe(201);
  return body;
}

const read = ({ token }: TestUser, { id }: DataRequest) =>
  request(app, privacy.read, { token, params: { id } });

const answer = (
  { token }: TestUser,
  { id, version }: Pick<DataRequest, 'id' | 'version'>,
  accepted = true,
  key?: string,
) =>
  request(app, privacy.answer, {
    token,
    params: { id },
    body: { version, accepted, answer: 'Nhà trường đã nhận' },
    headers: key ? { 'idempotency-key': key } : {},
  });

const finish = ({ token }: TestUser, { id, version }: Pick<DataRequest, 'id' | 'version'>) =>
  request(app, privacy.finish, { token, params: { id }, body: { version, result: 'Đã làm' } });

async function fileAndAccept(user: TestUser, input: Filing = {}): Promise<DataRequest> {
  const filed = await fileAs(user, input);
  const { status, body } = await answer(ours.mod, filed);
  expect(status).toBe(200);
  return body;
}

const list = async (
  { token }: TestUser,
  query: Record<string, unknown> = {},
): Promise<ResponseOf<typeof privacy.requests>> => {
  const { status, body } = await request(app, privacy.requests, { token, query: query as never });
  expect(status).toBe(200);
  return body;
};

const listIds = async (user: TestUser, query = {}) =>
  (await list(user, query)).requests.map(({ id }) => id);

const auditEntry = z.object({ action: z.string(), actor_id: z.number(), subject_name: z.string() });
const listAudit = ({ id }: Pick<DataRequest, 'id'>) =>
  db.many(
    auditEntry,
    sql`
      select action, actor_id, subject_name from audit_log
      where subject = 'data_request' and subject_id = ${id} order by id`,
  );

describe('a request', () => {
  test('of a parent in the app starts its clock today', async () => {
    const { id: _, ...filed } = await fileAs(ours.parent, { details: 'Xin bản sao' });
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
    const recorded = await fileAs(ours.mod, {
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
    expect((await fileAs(world.admin)).isFromApp).toBe(false);
  });

  test('of a user has their own name and the day of today, whatever they send', async () => {
    const forged = { requester_name: 'Người khác', received_on: '2026-01-02' };
    expect(await fileAs(ours.parent, forged)).toMatchObject({
      requester_name: 'An',
      received_on: today,
      isFromApp: true,
    });
  });

  test('cannot have been received in the future', async () => {
    const { status, body } = await file(ours.mod, { received_on: '2999-01-01' });
    expect([status, body.reason]).toEqual([400, 'date_in_future']);
  });

  test('is about oneself or a child, and for the office about anyone of the school', async () => {
    const statuses = async (user: TestUser, subjects: TestUser[]) =>
      Promise.all(subjects.map(async ({ id }) => (await file(user, { subject_id: id })).status));
    const subjects = [ours.student, ours.parent, ours.teacher, ours.mod, theirs.student];
    const all = [...subjects, world.admin];
    expect(await statuses(ours.parent, all)).toEqual([201, 201, 404, 404, 404, 404]);
    expect(await statuses(ours.teacher, all)).toEqual([404, 404, 201, 404, 404, 404]);
    expect(await statuses(ours.mod, all)).toEqual([201, 201, 201, 201, 404, 404]);
    expect(await statuses(world.admin, all)).toEqual([201, 201, 201, 201, 201, 404]);
    expect(await statuses(ours.student, [ours.student])).toEqual([403]);
  });

  test('of a Mod about themselves is their own', async () => {
    const own = await fileAs(ours.mod, { subject_id: ours.mod.id, kind: 'erasure' });
    expect(own.isFromApp).toBe(true);
    const { body } = await answer(ours.mod, own);
    expect(body.can).toMatchObject({ erase: false });
  });

  test('is about a deleted account too, but not about one that was erased', async () => {
    await deleteUser(db, ours.otherStudent.id);
    const input = { subject_id: ours.otherStudent.id };
    await fileAs(ours.mod, input);
    await updateRow(db, 'users', ours.otherStudent.id, { erased_at: new Date().toISOString() });
    expect((await file(ours.mod, input)).status).toBe(404);
  });

  test('waits for its result before the same user files it again; the office records any', async () => {
    const first = await fileAs(ours.parent);
    const again = await file(ours.parent);
    expect([again.status, again.body.reason]).toEqual([409, 'request_waiting']);
    await fileAs(ours.parent, { kind: 'correction' });
    await fileAs(ours.parent, { subject_id: ours.parent.id });
    await fileAs(ours.mod);
    await fileAs(ours.mod);
    await answer(ours.mod, first, false);
    await fileAs(ours.parent);
  });

  test('that is sent again with its key is filed once', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => file(ours.parent, {}, 'yeu-cau-1')));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await listIds(ours.parent)).toHaveLength(1);
  });
});

describe('the steps', () => {
  test('are the answer, then the result', async () => {
    const filed = await fileAs(ours.parent, { kind: 'correction' });
    const canNow = async () => (await read(ours.mod, filed)).body.can;
    expect(await canNow()).toMatchObject({ answer: true, finish: false });
    const { body: accepted } = await answer(ours.mod, filed);
    expect(accepted).toMatchObject({
      status: 'accepted',
      version: 2,
      answer: 'Nhà trường đã nhận',
      answered_by: 'An',
      can: { answer: false, finish: true, erase: false, download: false },
    });
    const { body: done } = await finish(ours.mod, accepted);
    expect(done).toMatchObject({
      status: 'done',
      version: 3,
      result: 'Đã làm',
      finished_by: 'An',
      can: { answer: false, finish: false, erase: false, download: false },
    });
    expect(await listAudit(filed)).toEqual([
      { action: 'created', actor_id: ours.parent.id, subject_name: 'An' },
      { action: 'answered', actor_id: ours.mod.id, subject_name: 'An' },
      { action: 'finished', actor_id: ours.mod.id, subject_name: 'An' },
    ]);
  });

  test('end with a refusal', async () => {
    const filed = await fileAs(ours.parent);
    const { body: refused } = await answer(ours.mod, filed, false);
    expect(refused).toMatchObject({ status: 'refused', finished_at: null });
    for (const step of [answer, finish]) {
      expect((await step(ours.mod, refused)).body.reason).toBe('request_changed');
    }
  });

  test('cannot be skipped or repeated, and need the version that was read', async () => {
    const filed = await fileAs(ours.parent);
    expect((await finish(ours.mod, filed)).status).toBe(409);
    expect((await answer(ours.mod, { ...filed, version: 2 })).status).toBe(409);
    const { body: accepted } = await answer(ours.mod, filed);
    expect((await answer(ours.mod, filed)).status).toBe(409);
    expect((await answer(ours.mod, accepted)).status).toBe(409);
    const { body: done } = await finish(ours.mod, accepted);
    expect((await finish(ours.mod, done)).status).toBe(409);
    expect(apiErrors.request_changed.code).toBe('conflict');
  });

  test('of an erasure end only by erasing', async () => {
    const accepted = await fileAndAccept(ours.parent, { kind: 'erasure' });
    expect(accepted.can).toEqual({ answer: false, finish: false, erase: true, download: false });
    expect((await finish(ours.mod, accepted)).status).toBe(403);
  });

  test('taken by two Mods at once happen once', async () => {
    const filed = await fileAs(ours.parent);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => answer(ours.mod, filed, index % 2 === 0)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(await listAudit(filed)).toHaveLength(2);
  });

  test('sent again with their key happen once', async () => {
    const filed = await fileAs(ours.parent);
    const responses = [
      await answer(ours.mod, filed, true, 'tra-loi-1'),
      await answer(ours.mod, filed, true, 'tra-loi-1'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[1]?.body).toEqual(responses[0]?.body);
  });

  test('are taken by the office of the school only', async () => {
    const filed = await fileAs(ours.parent);
    const statuses = async (step: typeof answer, request: DataRequest) =>
      Promise.all(
        [ours.parent, ours.teacher, ours.student, theirs.mod].map(
          async (user) => (await step(user, request)).status,
        ),
      );
    expect(await statuses(answer, filed)).toEqual([403, 403, 403, 404]);
    const { body: accepted } = await answer(world.admin, filed);
    expect(await statuses(finish, accepted)).toEqual([403, 403, 403, 404]);
    expect((await finish(world.admin, accepted)).status).toBe(200);
  });
});

describe('are notified', () => {
  test('of a new request the Mods of the school, but not the one who records it', async () => {
    expect(await collectNotifications(() => fileAs(ours.parent))).toEqual({
      [ours.mod.username]: ['request_filed'],
    });
    const [notification] = await fetchNotifications(app, ours.mod);
    expect(notification).toMatchObject({ refId: ours.student.id, about: 'An', refType: 'user' });
    expect(await collectNotifications(() => fileAs(ours.mod))).toEqual({});
  });

  test('of the answer and the result the user who filed it', async () => {
    const filed = await fileAs(ours.parent);
    expect(await collectNotifications(() => answer(ours.mod, filed))).toEqual({
      [ours.parent.username]: ['request_answered'],
    });
    const next = { ...filed, version: 2 };
    expect(await collectNotifications(() => finish(ours.mod, next))).toEqual({
      [ours.parent.username]: ['request_done'],
    });
  });

  test('of a request on paper nobody: the office writes back', async () => {
    const recorded = await fileAs(ours.mod);
    expect(await collectNotifications(() => answer(ours.mod, recorded))).toEqual({});
  });
});

describe('the list', () => {
  /** Sets the deadlines, which are computed from the day of receipt. */
  const receive = (day: string, kind: RequestKind = 'copy') =>
    fileAs(ours.mod, { received_on: day, kind });

  test('has the most urgent first, then what is closed, newest first', async () => {
    const [late, soon, accepted, refused, done] = [
      await receive('2026-03-09'),
      await receive('2026-03-02'),
      await receive('2026-03-03', 'correction'),
      await receive('2026-01-05'),
      await receive('2026-01-06'),
    ];
    await answer(ours.mod, accepted);
    await answer(ours.mod, refused, false);
    await finish(ours.mod, (await answer(ours.mod, done)).body);
    const open = [soon, late, accepted].map(({ id }) => id);
    const closed = [done, refused].map(({ id }) => id);
    expect(await listIds(ours.mod)).toEqual([...open, ...closed]);
    expect(await listIds(ours.mod, { isOpen: 'true' })).toEqual(open);
    expect(await listIds(ours.mod, { isOpen: 'false' })).toEqual(closed);
  });

  test('is read page by page without a gap', async () => {
    for (const day of ['2026-03-02', '2026-03-02', '2026-03-05', '2026-02-02', '2026-03-02']) {
      await receive(day);
    }
    const { requests } = await list(ours.mod);
    for (const closed of requests.slice(3)) await answer(ours.mod, closed, false);
    const all = await listIds(ours.mod);
    const pages: number[] = [];
    let before: string | null | undefined;
    do {
      const page = await list(ours.mod, { limit: 1, ...(before && { before }) });
      expect(page.requests).toHaveLength(1);
      pages.push(...page.requests.map(({ id }) => id));
      before = page.next;
    } while (before);
    expect(pages).toEqual(all);
    expect(all).toHaveLength(5);
  });

  test.each([
    'x',
    ',',
    'a,1',
    '2026-99-99,1',
    '2026-01-01,x',
    '2026-01-01,1,2',
    ',99999999999999999',
  ])('rejects the cursor %s', async (cursor) => {
    const { status } = await request(app, privacy.requests, {
      token: ours.mod.token,
      query: { before: Buffer.from(cursor).toString('base64url') },
    });
    expect(status).toBe(400);
  });

  test('has what the rule lets each user read', async () => {
    const filed = [
      await fileAs(ours.parent),
      await fileAs(ours.teacher, { subject_id: ours.teacher.id }),
      await fileAs(ours.mod, { subject_id: ours.mod.id }),
      await fileAs(theirs.parent, { subject_id: theirs.student.id }),
      await fileAs(world.admin),
    ];
    const users = [ours.parent, ours.teacher, ours.otherTeacher, ours.mod, theirs.mod, world.admin];
    for (const user of users) {
      const readable = [];
      for (const request of filed) {
        const { status } = await read(user, request);
        if (status === 200) readable.push(request.id);
        else expect(status).toBe(404);
      }
      const listed = await listIds(user, { limit: 100 });
      expect(filed.map(({ id }) => id).filter((id) => listed.includes(id))).toEqual(readable);
    }
    expect(await listIds(ours.parent)).toEqual([filed[0]?.id]);
    expect(await listIds(ours.mod)).toHaveLength(4);
  });

  test('is filtered by the person', async () => {
    const own = await fileAs(ours.parent, { subject_id: ours.parent.id });
    await fileAs(ours.parent);
    expect(await listIds(ours.mod, { subject_id: ours.parent.id })).toEqual([own.id]);
    expect(await listIds(ours.mod, { subject_id: theirs.parent.id })).toEqual([]);
  });

  test('takes the same number of statements whatever its length', async () => {
    const count = () => countStatements(database, () => list(ours.mod));
    await receive('2026-03-02');
    const before = await count();
    await receive('2026-03-03');
    await receive('2026-03-04');
    expect(await count()).toBe(before);
  });
});

describe('the download of a copy', () => {
  const download = async (user: TestUser, { id }: DataRequest) => {
    const { status } = await request(app, privacy.copy, { token: user.token, params: { id } });
    const response = await read(user, { id } as DataRequest);
    if (response.status === 200) expect(response.body.can.download).toBe(status === 200);
    return status;
  };

  test('is for the office once it is accepted, and for the requester once it is done', async () => {
    const filed = await fileAs(ours.parent);
    expect(await download(ours.mod, filed)).toBe(403);
    const { body: accepted } = await answer(ours.mod, filed);
    expect(await download(ours.mod, filed)).toBe(200);
    expect(await download(world.admin, filed)).toBe(200);
    expect(await download(ours.parent, filed)).toBe(403);
    await finish(ours.mod, accepted);
    expect(await download(ours.parent, filed)).toBe(200);
    for (const user of [ours.teacher, theirs.mod, theirs.parent]) {
      expect(await download(user, filed)).toBe(404);
    }
    const exports = (await listAudit(filed)).filter(({ action }) => action === 'exported');
    expect(exports.map(({ actor_id }) => actor_id)).toEqual([
      ours.mod.id,
      world.admin.id,
      ours.parent.id,
    ]);
  });

  test(`ends for the requester after ${limits.copyDays} days`, async () => {
    const { id, ...accepted } = await fileAndAccept(ours.parent);
    await finish(ours.mod, { id, ...accepted });
    const age = (interval: string) =>
      db.run(sql`
        update data_requests set finished_at = now() - ${interval}::interval where id = ${id}`);
    await age(`${limits.copyDays} days -1 minute`);
    expect(await download(ours.parent, { id, ...accepted })).toBe(200);
    await age(`${limits.copyDays} days 1 minute`);
    expect(await download(ours.parent, { id, ...accepted })).toBe(403);
  });

  test('ends when the parent loses the child, or the Mod the student to another school', async () => {
    const accepted = await fileAndAccept(ours.parent);
    await finish(ours.mod, accepted);
    await db.run(sql`delete from parents_children where parent_id = ${ours.parent.id}`);
    expect(await download(ours.parent, accepted)).toBe(403);
    await db.run(sql`delete from memberships where user_id = ${ours.student.id}`);
    await updateRow(db, 'users', ours.student.id, { school_id: theirs.schoolId });
    expect(await download(ours.mod, accepted)).toBe(403);
  });

  test('is not for other kinds, nor of an erased person', async () => {
    const correction = await fileAndAccept(ours.parent, { kind: 'correction' });
    expect(await download(ours.mod, correction)).toBe(403);
    const copy = await fileAndAccept(ours.parent);
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
    const accepted = await fileAndAccept(ours.parent, { kind: 'erasure' });
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
    const open = await fileAs(ours.parent, { kind: 'erasure' });
    await expect(lockAs(ours.mod, open)).rejects.toMatchObject({ reason: 'request_changed' });
    const copy = await fileAndAccept(ours.parent);
    await expect(lockAs(ours.mod, copy)).rejects.toMatchObject({ reason: 'not_found' });
    const own = await fileAndAccept(ours.mod, { kind: 'erasure', subject_id: ours.mod.id });
    await expect(lockAs(ours.mod, own)).rejects.toMatchObject({ reason: 'forbidden' });
    expect(await lockAs(world.admin, own)).toMatchObject({ id: own.id });
  });

  test('ends with its certificate, and names nobody', async () => {
    const accepted = await fileAndAccept(ours.parent, { kind: 'erasure' });
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
    expect((await listAudit(accepted)).at(-1)).toEqual({
      action: 'erased',
      actor_id: ours.mod.id,
      subject_name: 'Đã xóa',
    });
    await expect(lockAs(ours.mod, done)).rejects.toMatchObject({ reason: 'request_changed' });
  });
});
