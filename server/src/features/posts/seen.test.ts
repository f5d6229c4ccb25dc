import { posts, type Seen } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addChild,
  addPost,
  addTwoSchools,
  addUser,
  deleteUser,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
/** In our class, without a parent. */
let orphan: TestUser;
beforeEach(async () => {
  ({ ours, theirs } = await addTwoSchools(database));
  await updateRow(db, 'users', ours.student.id, { last_name: 'Lê', first_name: 'Minh' });
  orphan = await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    last_name: 'Vũ',
    first_name: 'Bình',
  });
});

const mark = (user: TestUser, ids: number[] = [ours.post]) =>
  request(app, posts.markSeen, { token: user.token, body: { ids } });
const readSeen = (user: TestUser, id = ours.post) =>
  request(app, posts.seen, { token: user.token, params: { id } });
const remind = (user: TestUser, id = ours.post) =>
  request(app, posts.remind, { token: user.token, params: { id } });
const listUnseen = async () => {
  const { status, body } = await readSeen(ours.teacher);
  expect(status).toBe(200);
  const { families, seen, unseen } = body as Seen;
  expect(seen).toBe(families - unseen.length);
  return unseen.map(({ full_name }) => full_name);
};
const countReads = (user: TestUser) =>
  db.value(z.number(), sql`select count(*) from post_reads where user_id = ${user.id}`);

describe('a family has read a post', () => {
  test('when a parent has, or the child if no parent can log in', async () => {
    expect(await listUnseen()).toEqual(['Vũ Bình', 'Lê Minh']);
    await mark(ours.student);
    expect(await listUnseen()).toEqual(['Vũ Bình', 'Lê Minh']);
    await mark(orphan);
    expect(await listUnseen()).toEqual(['Lê Minh']);
    const second = await addUser(database, { role: 'Parent', school_id: ours.schoolId });
    await addChild(db, { parent: second, child: ours.student });
    await mark(second);
    expect(await listUnseen()).toEqual([]);
    await deleteUser(db, second.id);
    expect(await listUnseen()).toEqual(['Lê Minh']);
    await updateRow(db, 'users', ours.parent.id, { status: 'inactive' });
    expect(await listUnseen()).toEqual([]);
  });

  test('once, and posts that they cannot read are ignored', async () => {
    const author = ours.teacher;
    const approved = await addPost(db, { schoolId: ours.schoolId, author, status: 'approved' });
    const withdrawn = await addPost(db, { schoolId: ours.schoolId, author, status: 'withdrawn' });
    const ids = [ours.post, ours.post, ours.pendingPost, withdrawn, ours.otherPost, theirs.post];
    const before = await countReads(ours.parent);
    for (const user of [ours.parent, ours.parent, orphan]) {
      expect((await mark(user, [...ids, 999_999_999, approved])).status).toBe(200);
    }
    expect((await countReads(ours.parent)) - before).toBe(2);
    expect(await countReads(orphan)).toBe(2);
    await Promise.all([
      mark(ours.student, [ours.post, approved]),
      mark(ours.student, [approved, ours.post]),
    ]);
    expect(await countReads(ours.student)).toBe(2);
  });

  test('counts for the students who are in the class now', async () => {
    await moveUser(db, { userId: orphan.id, classId: null });
    expect(await listUnseen()).toEqual(['Lê Minh']);
    await updateRow(db, 'users', ours.student.id, { status: 'inactive' });
    expect((await readSeen(ours.teacher)).body).toEqual({
      families: 0,
      seen: 0,
      unseen: [],
      remindedAt: null,
    });
  });
});

describe('who has read a post', () => {
  test('is told to its class’s teachers and the school’s Mods, of approved posts', async () => {
    expect((await readSeen(ours.mod)).status).toBe(200);
    for (const user of [ours.otherTeacher, ours.student, ours.parent]) {
      expect((await readSeen(user)).status).toBe(403);
    }
    for (const user of [theirs.teacher, theirs.mod]) {
      expect((await readSeen(user)).status).toBe(404);
    }
    for (const status of ['pending', 'rejected', 'withdrawn'] as const) {
      const id = await addPost(db, { schoolId: ours.schoolId, author: ours.teacher, status });
      expect((await readSeen(ours.teacher, id)).status).toBe(403);
      expect((await remind(ours.mod, id)).status).toBe(403);
    }
  });
});

describe('a reminder', () => {
  test('tells the families who have not read the post, once', async () => {
    const { body: before } = await readSeen(ours.teacher);
    const told = await collectNotifications(async () => {
      const { status, body } = await remind(ours.teacher);
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, remindedAt: expect.any(String) });
    });
    expect(told).toEqual({
      [ours.parent.username]: ['post_reminder'],
      [orphan.username]: ['post_reminder'],
    });
    const [notification] = await fetchNotifications(app, ours.parent);
    expect(notification).toMatchObject({
      message: 'Nhắc bạn xem bài viết “Tin”',
      refId: ours.post,
    });
    expect((await remind(ours.mod)).body.reason).toBe('already_reminded');
  });

  test('tells a parent of two children once, and nobody who has read it', async () => {
    await addChild(db, { parent: ours.parent, child: orphan });
    const third = await addUser(database, {
      role: 'Student',
      school_id: ours.schoolId,
      class_id: ours.classId,
    });
    await mark(third);
    const told = await collectNotifications(async () => {
      const results = await Promise.all([remind(ours.teacher), remind(ours.mod)]);
      expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    });
    expect(told).toEqual({ [ours.parent.username]: ['post_reminder'] });
  });

  test('disappears with a withdrawn post', async () => {
    await remind(ours.teacher);
    const body = { reason: 'Ảnh sai' };
    await request(app, posts.withdraw, {
      token: ours.mod.token,
      params: { id: ours.post },
      body,
    });
    expect(await fetchNotifications(app, orphan)).toEqual([]);
  });
});

test('the reads of a deleted post are deleted with it', async () => {
  await mark(ours.parent);
  await request(app, posts.delete, { token: ours.teacher.token, params: { id: ours.post } });
  expect(await countReads(ours.parent)).toBe(0);
});
