import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import { posts } from '@lop-xanh/contract/posts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newsIn, newsOf } from '../../testing/notifications.ts';
import { addChild, addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { postCalls, text } from '../../testing/post-calls.ts';
import { addClassWithStudents, rollOf } from '../../testing/roll-call.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { submit: write, approve } = postCalls(app, ours);
const { toldBy, lastId } = newsIn(db);

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
  await addChild(db, { schoolId: ours.schoolId, parent, child });
}

const submit = async () => (await write()).id;
const approved = async () => {
  const id = await submit();
  await approve(id);
  return id;
};
const like = (person: TestUser, id: number, liked = true) =>
  request(app, posts.like, { token: person.token, params: { id }, body: { liked } });
const say = (person: TestUser, id: number) =>
  request(app, posts.comment, { token: person.token, params: { id }, body: { text: 'Hay quá' } });
const edit = (id: number) =>
  request(app, posts.edit, { token: ours.teacher.token, params: { id }, body: text });
const toMods = {
  [ours.mod.username]: ['post_pending'],
  [secondMod.username]: ['post_pending'],
};

describe('who is told', () => {
  test('of a new post: every active Mod of the school', async () => {
    let id = 0;
    expect(
      await toldBy(async () => {
        id = await submit();
      }),
    ).toEqual(toMods);
    const [first] = await newsOf(app, ours.mod);
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

  test('of an edit: the Mods, if the post had been decided on, and nobody if it waits already', async () => {
    const id = await submit();
    expect(await toldBy(() => edit(id))).toEqual({});
    await approve(id);
    expect(await toldBy(() => edit(id))).toEqual(toMods);
    await request(app, posts.reject, { token: ours.mod.token, params: { id }, body: {} });
    expect(await toldBy(() => edit(id))).toEqual(toMods);
  });

  test('of an approval: the author, the students of the class and their parents, each once', async () => {
    const id = await submit();
    expect(await toldBy(() => approve(id))).toEqual({
      [ours.teacher.username]: ['post_approved'],
      [ours.student.username]: ['post_new'],
      [sister.username]: ['post_new'],
      [ours.parent.username]: ['post_new'],
    });
    expect(await toldBy(() => approve(id))).toEqual({});
    const [news] = await newsOf(app, ours.parent);
    expect(news).toMatchObject({
      message: 'Bài viết mới: “Ngày hội tái chế”',
      action: null,
      refId: id,
      sender: { id: ours.teacher.id },
      teacher_name: 'An',
      class_name: '3A',
    });
  });

  test('of a rejection: the author alone', async () => {
    const id = await submit();
    const reject = () =>
      request(app, posts.reject, {
        token: ours.mod.token,
        params: { id },
        body: { reason: 'Thiếu ảnh' },
      });
    expect(await toldBy(reject)).toEqual({ [ours.teacher.username]: ['post_rejected'] });
    const [news] = await newsOf(app, ours.teacher);
    expect(news?.message).toBe('Bài viết “Ngày hội tái chế” của bạn đã bị từ chối');
  });

  test('of a decision that is refused: nobody', async () => {
    const id = await submit();
    const refused = () =>
      request(app, posts.approve, { token: ours.mod.token, params: { id }, body: { version: 9 } });
    expect(await toldBy(refused)).toEqual({});
    const foreign = () => request(app, posts.approve, { token: theirs.mod.token, params: { id } });
    expect(await toldBy(foreign)).toEqual({});
  });

  test('of a like and a comment: the author, but not of their own', async () => {
    const id = await approved();
    expect(await toldBy(() => like(ours.student, id))).toEqual({
      [ours.teacher.username]: ['like_agg'],
    });
    expect(await toldBy(() => like(ours.student, id))).toEqual({});
    expect(await toldBy(() => like(ours.teacher, id))).toEqual({});
    expect(await toldBy(() => like(ours.teacher, id, false))).toEqual({});
    expect(await toldBy(() => say(ours.parent, id))).toEqual({
      [ours.teacher.username]: ['comment'],
    });
    expect(await toldBy(() => say(ours.teacher, id))).toEqual({});
    expect(await toldBy(() => like(theirs.student, id))).toEqual({});
    const [news] = await newsOf(app, ours.teacher);
    expect(news?.message).toBe('An đã bình luận về bài viết “Ngày hội tái chế” của bạn');
  });

  test('an author who left is not told of likes and comments', async () => {
    const id = await approved();
    const set = (status: string) =>
      db.updateTable('users').set({ status }).where('id', '=', ours.teacher.id).execute();
    onTestFinished(async () => {
      await set('active');
    });
    await set('inactive');
    expect(await toldBy(() => like(ours.student, id))).toEqual({});
    expect(await toldBy(() => say(ours.student, id))).toEqual({});
  });

  test('of a roll call: the Mods of the school, and nobody of a refused one', async () => {
    const { classId, teacher, students } = await addClassWithStudents(database, ours);
    const save = () =>
      request(app, attendance.save, {
        token: teacher.token,
        params: { id: classId },
        body: rollOf(students, { week: 7 }),
      });
    expect(await toldBy(save)).toEqual({
      [ours.mod.username]: ['attendance_saved'],
      [secondMod.username]: ['attendance_saved'],
    });
    expect(await toldBy(save)).toEqual({});
    const [news] = await newsOf(app, secondMod);
    expect(news).toMatchObject({
      message: 'Lớp 5C đã điểm danh tuần 7',
      refType: 'class',
      refId: classId,
      class_name: '5C',
      teacher_name: 'An',
    });
  });

  test('of a change of class: whoever moved, also out of a class that goes', async () => {
    const { classId, teacher, students } = await addClassWithStudents(database, ours);
    const [first, second] = students as [TestUser, TestUser];
    const body = { class_id: ours.classId, email: 'a@example.vn' };
    const move = () =>
      request(app, accounts.editStudent, { token: ours.mod.token, params: { id: first.id }, body });
    expect(await toldBy(move)).toEqual({ [first.username]: ['class_changed'] });
    expect((await newsOf(app, first))[0]).toMatchObject({
      message: 'Bạn được xếp vào lớp 3A',
      refType: 'class',
      refId: ours.classId,
      class_name: '3A',
    });
    expect(await toldBy(move)).toEqual({});
    const remove = () =>
      request(app, classes.remove, { token: admin.token, params: { id: classId } });
    const told = await toldBy(remove);
    expect(Object.keys(told)).toHaveLength(students.length);
    expect(told[teacher.username]).toEqual(['class_changed']);
    expect((await newsOf(app, second))[0]).toMatchObject({
      message: 'Bạn không còn ở lớp 5C',
      refId: classId,
      class_name: null,
    });
  });

  test('a deleted account is not told that it left its class', async () => {
    const { students } = await addClassWithStudents(database, {
      schoolId: ours.schoolId,
      count: 1,
    });
    const [{ id }] = students as [TestUser];
    const remove = () => request(app, accounts.remove, { token: admin.token, params: { id } });
    expect(await toldBy(remove)).toEqual({});
  });

  test('of a reset password: its owner', async () => {
    const { teacher } = await addClassWithStudents(database, ours);
    const params = { id: teacher.id };
    const reset = () => request(app, accounts.reset, { token: ours.mod.token, params });
    expect(await toldBy(reset)).toEqual({ [teacher.username]: ['password_reset'] });
    const row = await db
      .selectFrom('notifications')
      .select(['ref_id', 'sender_id'])
      .where('user_id', '=', teacher.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ ref_id: teacher.id, sender_id: ours.mod.id });
  });

  test('nobody who is inactive, and nobody of the other school, was ever told', async () => {
    const strangers = [
      inactiveMod,
      inactiveStudent,
      inactiveParent,
      theirs.mod,
      theirs.student,
      admin,
    ];
    const rows = await db
      .selectFrom('notifications')
      .select('id')
      .where(
        'user_id',
        'in',
        strangers.map(({ id }) => id),
      )
      .execute();
    expect(rows).toEqual([]);
    expect(await lastId()).toBeGreaterThan(20);
  });
});
