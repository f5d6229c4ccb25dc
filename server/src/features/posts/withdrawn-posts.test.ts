import { Readable } from 'node:stream';
import { messages } from '@lop-xanh/contract/messages';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { createSignerLoader } from '../../storage/signed-urls.ts';
import {
  addAttachment,
  addTwoSchools,
  addUser,
  findSessionId,
  type TestUser,
} from '../../testing/fixtures.ts';
import { watchNotifications } from '../../testing/notifications.ts';
import { createPostClient, text } from '../../testing/post-client.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());
const { ours, theirs, admin } = await addTwoSchools(database);
const { mod, teacher, otherTeacher, student, parent } = ours;
const { submit, read, approve, like, addComment } = createPostClient(app, ours);
const { collectNotifications } = watchNotifications(db);
const otherMod = await addUser(database, { role: 'Mod', school_id: ours.schoolId });

const withdraw = (user: TestUser, id: number, body = {}) =>
  request(app, posts.withdraw, {
    token: user.token,
    params: { id },
    body: { reason: 'Ảnh của bạn khác', ...body },
  });
const restore = (user: TestUser, id: number, body = {}) =>
  request(app, posts.restore, { token: user.token, params: { id }, body });
const edit = (user: TestUser, id: number, body = {}) =>
  request(app, posts.edit, { token: user.token, params: { id }, body: { ...text, ...body } });
const listIds = async ({ token }: TestUser): Promise<number[]> =>
  (await request(app, posts.list, { token, query: {} })).body.posts.map(({ id }: Post) => id);

let id = 0;
beforeEach(async () => {
  id = (await submit()).id;
  await approve(id);
});

test('a withdrawn post disappears for families, and stays for its author and the staff', async () => {
  await addComment(student, id, 'Hay quá');
  const withdrawn = await withdraw(mod, id, { version: 2 });
  expect(withdrawn.body).toMatchObject({
    status: 'withdrawn',
    approved: false,
    reason: 'Ảnh của bạn khác',
    version: 3,
    can: { restore: true, withdraw: false, approve: false, reject: false, comment: false },
  });
  for (const user of [student, parent]) {
    const { status, body } = await read(user, id);
    expect([status, body.message]).toEqual([403, messages.post.denied]);
    expect(await listIds(user)).not.toContain(id);
    expect((await like(user, id)).status).toBe(403);
    const older = { token: user.token, params: { id }, query: {} };
    expect((await request(app, posts.comments, older)).status).toBe(403);
  }
  for (const user of [teacher, otherTeacher, mod, admin]) {
    expect((await read(user, id)).body.status).toBe('withdrawn');
    expect(await listIds(user)).toContain(id);
    expect((await like(user, id)).status).toBe(403);
    expect((await addComment(user, id, 'Hay')).status).toBe(403);
  }
  expect((await read(teacher, id)).body).toMatchObject({
    reason: 'Ảnh của bạn khác',
    can: { edit: true, delete: true },
  });
  expect((await read(otherTeacher, id)).body).toMatchObject({ reason: null, decided_by: null });
  expect((await read(theirs.teacher, id)).status).toBe(404);

  const restored = await restore(otherMod, id, { version: 3 });
  expect(restored.body).toMatchObject({ status: 'approved', reason: null, version: 4 });
  expect((await read(student, id)).body.comments).toHaveLength(1);
});

test('only the author is notified, and the readers lose the notification with its title', async () => {
  const countNew = () =>
    db.value(
      z.number(),
      sql`select count(*) from notifications where type = 'post_new' and ref_id = ${id}`,
    );
  expect(await countNew()).toBe(2);
  expect(await collectNotifications(() => withdraw(mod, id))).toEqual({
    [teacher.username]: ['post_withdrawn'],
  });
  expect(await countNew()).toBe(0);
  expect(await collectNotifications(() => restore(mod, id))).toEqual({
    [teacher.username]: ['post_restored'],
  });
});

test('a withdrawal needs a reason and an approved post of another author', async () => {
  for (const reason of [undefined, ' ', 'x'.repeat(501)]) {
    expect((await withdraw(mod, id, { reason })).status).toBe(400);
  }
  const stale = await withdraw(mod, id, { version: 1 });
  expect([stale.status, stale.body.reason]).toEqual([409, 'post_changed']);
  expect((await withdraw(mod, id, { version: 2 })).status).toBe(200);
  expect((await withdraw(otherMod, id, { version: 2, reason: 'Khác' })).body).toMatchObject({
    reason: 'Ảnh của bạn khác',
    version: 3,
  });
  const approval = { token: mod.token, params: { id }, body: {} };
  expect((await request(app, posts.approve, approval)).status).toBe(409);
  expect((await request(app, posts.reject, approval)).status).toBe(409);
  const pending = await submit();
  expect((await withdraw(mod, pending.id)).status).toBe(409);
  expect((await restore(mod, pending.id)).status).toBe(409);
});

test('its author can edit a withdrawn post, which is then pending, or delete it', async () => {
  await db.run(sql`update posts set submitted_at = now() - interval '1 day' where id = ${id}`);
  await withdraw(mod, id);
  expect((await edit(teacher, id)).body).toMatchObject({ status: 'pending', reason: null });
  const isNew = await db.value(
    z.boolean(),
    sql`select submitted_at > now() - interval '1 minute' from posts where id = ${id}`,
  );
  expect(isNew).toBe(true);
  expect((await restore(mod, id)).status).toBe(409);
  await approve(id);
  await withdraw(mod, id);
  const removal = { token: teacher.token, params: { id } };
  expect((await request(app, posts.delete, removal)).status).toBe(200);
});

test('every decision on a post is in the audit log with the old and new status', async () => {
  await withdraw(mod, id);
  await restore(otherMod, id);
  const rejected = await submit();
  const rejection = { token: mod.token, params: { id: rejected.id }, body: { reason: 'Mờ' } };
  await request(app, posts.reject, rejection);
  const entries = await db.many(
    z.object({
      actor: z.string(),
      action: z.string(),
      subject_name: z.string(),
      school_id: z.number(),
      details: z.unknown(),
    }),
    sql`
      select actor, action, subject_name, school_id, details from audit_log
      where subject = 'post' and subject_id in (${id}, ${rejected.id}) order by id`,
  );
  const entry = { actor: mod.username, subject_name: text.title, school_id: ours.schoolId };
  expect(entries).toEqual([
    {
      ...entry,
      action: 'approved',
      details: { old: { status: 'pending' }, new: { status: 'approved' } },
    },
    {
      ...entry,
      action: 'withdrawn',
      details: {
        old: { status: 'approved' },
        new: { status: 'withdrawn', reason: 'Ảnh của bạn khác' },
      },
    },
    {
      ...entry,
      actor: otherMod.username,
      action: 'restored',
      details: { old: { status: 'withdrawn' }, new: { status: 'approved' } },
    },
    {
      ...entry,
      action: 'rejected',
      details: { old: { status: 'pending' }, new: { status: 'rejected', reason: 'Mờ' } },
    },
  ]);
});

test('the file of a withdrawn post is denied at once, also to a browser that has it', async () => {
  const file = await addAttachment(db, { schoolId: ours.schoolId, postId: id });
  await storage.write(file, Readable.from(['0123456789']));
  const loadSigner = createSignerLoader(db);
  const get = async (user: TestUser, headers = {}) => {
    const session_id = await findSessionId(db, user.token);
    const url = (await loadSigner()).sign(`/uploads/posts/${file}`, { session_id });
    return app.inject({ url, headers });
  };
  const first = await get(student);
  expect(first.statusCode).toBe(200);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const cached = { 'if-none-match': String(first.headers.etag) };
  const unchanged = await get(student, cached);
  expect([unchanged.statusCode, unchanged.payload]).toEqual([304, '']);
  expect(unchanged.headers['cache-control']).toBe('private, no-cache');
  const part = await get(student, { range: 'bytes=2-4' });
  expect([part.statusCode, part.payload]).toEqual([206, '234']);

  await withdraw(mod, id);
  for (const headers of [{}, cached, { range: 'bytes=2-4' }]) {
    expect((await get(student, headers)).statusCode).toBe(403);
    expect((await get(parent, headers)).statusCode).toBe(403);
  }
  for (const user of [teacher, otherTeacher, mod, admin]) {
    expect((await get(user)).statusCode).toBe(200);
  }
  await restore(mod, id);
  expect((await get(student, cached)).statusCode).toBe(304);
});
