import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAccountClient } from '../../testing/account-client.ts';
import {
  addChild,
  addClass,
  addPost,
  addTwoSchools,
  addUser,
  password,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { edit, resetPassword, deleteAccount, logIn, readStoredUser } = createAccountClient(
  app,
  database,
  admin,
);
const inSchool = { school_id: ours.schoolId };
const addStudent = (more = {}) => addUser(database, { role: 'Student', ...inSchool, ...more });

describe('editing accounts', () => {
  test('an edit keeps omitted fields and, with an empty password, the password', async () => {
    const student = await addStudent({ phone: '0900', last_name: 'Lê' });
    const { body } = await edit(student.id, { first_name: 'Bình', password: '' });
    expect(body).toMatchObject({ full_name: 'Lê Bình', phone: '0900' });
    expect((await logIn(student.username, password)).status).toBe(200);
  });

  test('a student has a birthday and a sex until they have another role', async () => {
    const student = await addStudent();
    const fields = { birth_date: '2018-02-03', sex: 'female' };
    expect((await edit(student.id, fields, ours.mod)).body).toMatchObject(fields);
    expect((await edit(student.id, { phone: '1' })).body).toMatchObject(fields);
    expect((await edit(student.id, { sex: null })).body).toMatchObject({ ...fields, sex: null });
    for (const birth_date of ['2999-01-01', '1899-12-31', '2018-02-30']) {
      const { status, body } = await edit(student.id, { birth_date });
      expect([status, body.issues[0].path]).toEqual([400, 'birth_date']);
    }
    const { body } = await edit(student.id, { ...fields, role: 'Mod', email: 'a@example.vn' });
    expect(body).toMatchObject({ birth_date: null, sex: null });
    const { body: created } = await request(app, accounts.create, {
      token: ours.mod.token,
      body: {
        role: 'Student',
        username: 'em.moi',
        password: 'muaxuan27',
        email: 'em@example.vn',
        birth_date: '2019-01-01',
        sex: 'male',
      },
    });
    expect(created).toMatchObject({ birth_date: '2019-01-01', sex: 'male' });
  });

  test('an edit with a stale version is a conflict and changes nothing', async () => {
    const student = await addStudent();
    const { version } = (await edit(student.id, { phone: '1' })).body;
    expect((await edit(student.id, { phone: '2', version })).status).toBe(200);
    const stale = await edit(student.id, { phone: '3', version });
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await readStoredUser(student.id)).phone).toBe('2');
  });

  test('setting a password ends the user’s sessions', async () => {
    const student = await addStudent();
    expect((await edit(student.id, { password: '12345' })).status).toBe(400);
    expect((await edit(student.id, { password: 'moi12345' }, ours.mod)).status).toBe(200);
    expect((await request(app, auth.me, { token: student.token })).status).toBe(401);
    expect((await logIn(student.username, 'moi12345')).status).toBe(200);
  });

  test('deactivating a user ends their sessions at once', async () => {
    const teacher = await addUser(database, { role: 'Teacher', ...inSchool });
    expect((await edit(teacher.id, { status: 'inactive' }, ours.mod)).status).toBe(200);
    expect((await request(app, auth.me, { token: teacher.token })).status).toBe(401);
    expect((await edit(teacher.id, { status: 'active' }, ours.mod)).status).toBe(200);
    expect((await request(app, auth.me, { token: teacher.token })).status).toBe(401);
  });

  test('changing the role clears the class', async () => {
    const { id } = await addStudent({ class_id: ours.classId });
    const { status, body } = await edit(id, { role: 'Teacher', email: 'gv@example.vn' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: 'Teacher', class_id: null });
    expect((await edit(id, { role: 'Mod' })).body).toMatchObject({ role: 'Mod' });
    expect((await edit(id, { role: 'Student', email: '' })).status).toBe(400);
  });

  test('a user can move to another school unless they have posts in the old one', async () => {
    const student = await addStudent({ class_id: ours.classId });
    const { body } = await edit(student.id, {
      school_id: theirs.schoolId,
      class_id: theirs.classId,
    });
    expect(body).toMatchObject({ school_id: theirs.schoolId, class_id: theirs.classId });
    const teacher = await addUser(database, { role: 'Teacher', ...inSchool });
    await addPost(db, { schoolId: ours.schoolId, author: teacher, status: 'approved' });
    const tied = await edit(teacher.id, { school_id: theirs.schoolId });
    expect(tied).toMatchObject({ status: 409, body: { issues: [{ path: 'school_id' }] } });
  });

  test('a student keeps their parent at another school, who follows the last child', async () => {
    const parent = await addUser(database, { role: 'Parent', ...inSchool });
    const children = [await addStudent(), await addStudent()];
    for (const child of children) await addChild(db, { parent, child });
    const newSchool = { school_id: theirs.schoolId };
    const readParent = async () => (await edit(parent.id, {})).body;
    for (const [index, { id }] of children.entries()) {
      expect(await edit(id, newSchool)).toMatchObject({
        status: 200,
        body: { ...newSchool, parent_ids: [parent.id] },
      });
      const school_id = index === 0 ? ours.schoolId : theirs.schoolId;
      expect(await readParent()).toMatchObject({ school_id });
    }
  });

  test('a student whose parent’s account was deleted can move to another school', async () => {
    const parent = await addUser(database, { role: 'Parent', ...inSchool });
    const student = await addStudent();
    await addChild(db, { parent, child: student });
    expect((await deleteAccount(parent.id)).status).toBe(200);
    const links = sql`select student_id from parents_children where parent_id = ${parent.id}`;
    expect(await db.values(z.number(), links)).toEqual([]);
    expect(await edit(student.id, { school_id: theirs.schoolId })).toMatchObject({
      status: 200,
      body: { school_id: theirs.schoolId, parent_ids: [] },
    });
  });

  test('a teacher can be assigned only to a class without a teacher', async () => {
    const classId = await addClass(db, ours.schoolId, '2D', 2);
    const [first, second] = [
      await addUser(database, { role: 'Teacher', ...inSchool }),
      await addUser(database, { role: 'Teacher', ...inSchool }),
    ] as const;
    expect((await edit(first.id, { class_id: classId })).body.class_id).toBe(classId);
    const taken = await edit(second.id, { class_id: classId });
    expect(taken).toMatchObject({ status: 409, body: { issues: [{ path: 'class_id' }] } });
    const otherClassId = await addClass(db, ours.schoolId, '2E', 2);
    expect((await edit(first.id, { class_id: otherClassId })).body.class_id).toBe(otherClassId);
    expect((await edit(second.id, { class_id: classId })).body.class_id).toBe(classId);
    expect((await edit(first.id, { class_id: null })).body.class_id).toBeNull();
  });
});

describe('an Admin', () => {
  test.each([{ status: 'inactive' }, { role: 'Mod' }, { password: 'moi12345' }])(
    'cannot apply %j to their own account',
    async (change) => {
      const self = await addUser(database, { role: 'Admin' });
      expect((await edit(self.id, { ...change, school_id: ours.schoolId }, self)).status).toBe(403);
      expect((await request(app, auth.me, { token: self.token })).status).toBe(200);
    },
  );

  test('cannot reset their own or another Admin’s password, or delete themselves', async () => {
    const self = await addUser(database, { role: 'Admin' });
    expect((await resetPassword(self.id, self)).status).toBe(403);
    expect((await deleteAccount(self.id, self)).status).toBe(403);
    const { status, body } = await resetPassword(admin.id, self);
    expect(status).toBe(403);
    expect(body.message).toContain('lệnh trên máy chủ');
    expect((await edit(admin.id, { password: 'moi12345' }, self)).status).toBe(403);
  });
});

describe('resetting passwords', () => {
  test('a reset returns a readable password only once, which must be changed, and ends the sessions', async () => {
    const student = await addStudent();
    const headers = { 'idempotency-key': 'dat-lai-1' };
    const input = { token: ours.mod.token, params: { id: student.id }, headers };
    const { body } = await request(app, accounts.resetPassword, input);
    expect(body.password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{10}$/);
    expect((await request(app, auth.me, { token: student.token })).status).toBe(401);
    // A retry with the same key resets nothing, and the database does not hold the password.
    expect((await request(app, accounts.resetPassword, input)).body).toEqual({ password: '' });
    const { token } = (await logIn(student.username, body.password)).body;
    expect((await request(app, auth.me, { token })).body.isChangePass).toBe(true);
    const keys = await db.values(z.string(), sql`select key::text from idempotency_keys key`);
    expect(keys.join()).not.toContain(body.password);
  });

  test('a class reset gives new passwords to exactly its active students', async () => {
    const classId = await addClass(db, ours.schoolId, '4E', 4);
    const inClass = { class_id: classId };
    const students = [await addStudent(inClass), await addStudent(inClass)];
    const inactive = await addStudent({ ...inClass, status: 'inactive' });
    const teacher = await addUser(database, { role: 'Teacher', ...inSchool, ...inClass });
    const { body } = await request(app, accounts.resetClassPasswords, {
      token: ours.mod.token,
      params: { id: classId },
    });
    expect(body.class_name).toBe('4E');
    const issued = body.accounts as { username: string; password: string }[];
    expect(issued.map(({ username }) => username)).toEqual(
      students.map(({ username }) => username),
    );
    for (const account of issued) {
      expect((await logIn(account.username, account.password)).status).toBe(200);
    }
    expect((await readStoredUser(inactive.id)).must_change_password).toBe(false);
    expect((await request(app, auth.me, { token: teacher.token })).status).toBe(200);
  });
});

test('a deleted account is not found, and its posts keep the author’s name', async () => {
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, first_name: 'Cúc' });
  const post = await addPost(db, { schoolId: ours.schoolId, author: teacher, status: 'approved' });
  expect((await deleteAccount(teacher.id)).status).toBe(200);
  expect((await request(app, auth.me, { token: teacher.token })).status).toBe(401);
  expect((await logIn(teacher.username, password)).status).toBe(401);
  expect((await edit(teacher.id, { phone: '1' })).status).toBe(404);
  expect((await deleteAccount(teacher.id)).status).toBe(404);
  const { posts } = await import('@lop-xanh/contract/posts');
  const read = await request(app, posts.read, { token: ours.mod.token, params: { id: post } });
  expect(read.body.author_display).toBe('Cúc');
});
