import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { addClassWithStudents, makeSheetInput } from '../../testing/attendance.ts';
import { addChild, addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { createPostClient, text } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { submit: createPost, approve } = createPostClient(app, ours);
const { collectNotifications, findLastId } = watchNotifications(db);

const inSchool = { school_id: ours.schoolId };
const inClass = { ...inSchool, class_id: ours.classId };
const secondMod = await addUser(database, { role: 'Mod', ...inSchool });
const inactiveMod = await addUser(database, { role: 'Mod', ...inSchool, status: 'inactive' });
const inactiveStudent = await addUser(database, {
  role: 'Student',
  ...inClass,
  status: 'inactive',
});
const inactiveParent = await addUser(database, {
  role: 'Parent',
  ...inSchool,
  status: 'inactive',
});
const sister = await addUser(database, { role: 'Student', ...inClass });
for (const [parent, child] of [
  [ours.parent, sister],
  [inactiveParent, sister],
] as const) {
  await addChild(db, { parent, child });
}

const submit = async () => (await createPost()).id;
const addApproved = async () => {
  const id = await submit();
  await approve(id);
  return id;
};
const like = (user: TestUser, id: number, liked = true) =>
  request(app, posts.like, { token: user.token, params: { id }, body: { liked } });
const comment = (user: TestUser, id: number) =>
  request(app, posts.comment, { token: user.token, params: { id }, body: { text: 'Hay quá' } });
const edit = (id: number) =>
  request(app, posts.edit, { token: ours.teacher.token, params: { id }, body: text });
const toMods = {
  [ours.mod.username]: ['post_pending'],
  [secondMod.username]: ['post_pending'],
};

describe('notifications', () => {
  test('every active Mod of the school is notified of a new post', async () => {
    let id = 0;
    expect(
      await collectNotifications(async () => {
        id = await submit();
      }),
    ).toEqual(toMods);
    const [first] = await fetchNotifications(app, ours.mod);
    expect(first).toMatchObject({
      type: 'post_pending',
      action: 'pending_approval',
      message: 'Bài viết chờ duyệt: “Ngày hội tái chế”',
      refType: 'post',
      refId: id,
      refTitle: text.title,
      teacher_name: 'An',
      class_name: '3A',
      sender: { id: ours.teacher.id },
      read: false,
      isRead: false,
      readAt: null,
      count: 1,
    });
    expect(first?.sourceIds).toEqual([first?.id]);
  });

  test('the Mods are notified of an edit unless the post is already pending', async () => {
    const id = await submit();
    expect(await collectNotifications(() => edit(id))).toEqual({});
    await approve(id);
    expect(await collectNotifications(() => edit(id))).toEqual(toMods);
    await request(app, posts.reject, { token: ours.mod.token, params: { id }, body: {} });
    expect(await collectNotifications(() => edit(id))).toEqual(toMods);
  });

  test('the author, the students of the class and their parents are notified once of an approval', async () => {
    const id = await submit();
    expect(await collectNotifications(() => approve(id))).toEqual({
      [ours.teacher.username]: ['post_approved'],
      [ours.student.username]: ['post_new'],
      [sister.username]: ['post_new'],
      [ours.parent.username]: ['post_new'],
    });
    expect(await collectNotifications(() => approve(id))).toEqual({});
    const [latest] = await fetchNotifications(app, ours.parent);
    expect(latest).toMatchObject({
      message: 'Bài viết mới: “Ngày hội tái chế”',
      action: null,
      refId: id,
      sender: { id: ours.teacher.id },
      teacher_name: 'An',
      class_name: '3A',
    });
  });

  test('only the author is notified of a rejection', async () => {
    const id = await submit();
    const reject = () =>
      request(app, posts.reject, {
        token: ours.mod.token,
        params: { id },
        body: { reason: 'Thiếu ảnh' },
      });
    expect(await collectNotifications(reject)).toEqual({
      [ours.teacher.username]: ['post_rejected'],
    });
    const [latest] = await fetchNotifications(app, ours.teacher);
    expect(latest?.message).toBe('Bài viết “Ngày hội tái chế” của bạn đã bị từ chối');
  });

  test('nobody is notified of a failed decision', async () => {
    const id = await submit();
    const approveOldVersion = () =>
      request(app, posts.approve, { token: ours.mod.token, params: { id }, body: { version: 9 } });
    expect(await collectNotifications(approveOldVersion)).toEqual({});
    const approveAsStranger = () =>
      request(app, posts.approve, { token: theirs.mod.token, params: { id } });
    expect(await collectNotifications(approveAsStranger)).toEqual({});
  });

  test('the author is notified of likes and comments, except their own', async () => {
    const id = await addApproved();
    expect(await collectNotifications(() => like(ours.student, id))).toEqual({
      [ours.teacher.username]: ['like_agg'],
    });
    expect(await collectNotifications(() => like(ours.student, id))).toEqual({});
    expect(await collectNotifications(() => like(ours.teacher, id))).toEqual({});
    expect(await collectNotifications(() => like(ours.teacher, id, false))).toEqual({});
    expect(await collectNotifications(() => comment(ours.parent, id))).toEqual({
      [ours.teacher.username]: ['comment'],
    });
    expect(await collectNotifications(() => comment(ours.teacher, id))).toEqual({});
    expect(await collectNotifications(() => like(theirs.student, id))).toEqual({});
    const [latest] = await fetchNotifications(app, ours.teacher);
    expect(latest?.message).toBe('An đã bình luận về bài viết “Ngày hội tái chế” của bạn');
  });

  test('an inactive author is not notified of likes and comments', async () => {
    const id = await addApproved();
    const setStatus = (status: string) =>
      db.run(sql`update users set status = ${status} where id = ${ours.teacher.id}`);
    onTestFinished(async () => {
      await setStatus('active');
    });
    await setStatus('inactive');
    expect(await collectNotifications(() => like(ours.student, id))).toEqual({});
    expect(await collectNotifications(() => comment(ours.student, id))).toEqual({});
  });

  test('the Mods of the school are notified of an attendance sheet, but not of a failed save', async () => {
    const { classId, teacher, students } = await addClassWithStudents(database, ours);
    const save = () =>
      request(app, attendance.save, {
        token: teacher.token,
        params: { id: classId },
        body: makeSheetInput(students, { week: 7 }),
      });
    expect(await collectNotifications(save)).toEqual({
      [ours.mod.username]: ['attendance_saved'],
      [secondMod.username]: ['attendance_saved'],
    });
    expect(await collectNotifications(save)).toEqual({});
    const [latest] = await fetchNotifications(app, secondMod);
    expect(latest).toMatchObject({
      message: 'Lớp 5C đã điểm danh tuần 7',
      refType: 'class',
      refId: classId,
      class_name: '5C',
      teacher_name: 'An',
    });
  });

  test('users are notified when they change classes or their class is deleted', async () => {
    const { classId, teacher, students } = await addClassWithStudents(database, ours);
    const [first, second] = students as [TestUser, TestUser];
    const body = { class_id: ours.classId, email: 'a@example.vn' };
    const move = () =>
      request(app, accounts.editStudent, { token: ours.mod.token, params: { id: first.id }, body });
    expect(await collectNotifications(move)).toEqual({ [first.username]: ['class_changed'] });
    expect((await fetchNotifications(app, first))[0]).toMatchObject({
      message: 'Bạn được xếp vào lớp 3A',
      refType: 'class',
      refId: ours.classId,
      class_name: '3A',
    });
    expect(await collectNotifications(move)).toEqual({});
    const remove = () =>
      request(app, classes.delete, { token: admin.token, params: { id: classId } });
    const notified = await collectNotifications(remove);
    expect(Object.keys(notified)).toHaveLength(students.length);
    expect(notified[teacher.username]).toEqual(['class_changed']);
    expect((await fetchNotifications(app, second))[0]).toMatchObject({
      message: 'Bạn không còn ở lớp 5C',
      refId: classId,
      class_name: null,
    });
  });

  test('a deleted user is not notified of leaving the class', async () => {
    const { students } = await addClassWithStudents(database, {
      schoolId: ours.schoolId,
      count: 1,
    });
    const [{ id }] = students as [TestUser];
    const remove = () => request(app, accounts.delete, { token: admin.token, params: { id } });
    expect(await collectNotifications(remove)).toEqual({});
  });

  test('a user is notified of a password reset', async () => {
    const { teacher } = await addClassWithStudents(database, ours);
    const params = { id: teacher.id };
    const reset = () => request(app, accounts.resetPassword, { token: ours.mod.token, params });
    expect(await collectNotifications(reset)).toEqual({ [teacher.username]: ['password_reset'] });
    const row = await db.one(
      z.object({ ref_id: z.number(), sender_id: z.number() }),
      sql`select ref_id, sender_id from notifications where user_id = ${teacher.id}`,
    );
    expect(row).toEqual({ ref_id: teacher.id, sender_id: ours.mod.id });
  });

  test('inactive users and users of the other school have no notifications', async () => {
    const strangers = [
      inactiveMod,
      inactiveStudent,
      inactiveParent,
      theirs.mod,
      theirs.student,
      admin,
    ];
    const unexpected = await db.values(
      z.number(),
      sql`
        select id from notifications
        where user_id = any(${strangers.map(({ id }) => id)}::bigint[])`,
    );
    expect(unexpected).toEqual([]);
    expect(await findLastId()).toBeGreaterThan(20);
  });
});
