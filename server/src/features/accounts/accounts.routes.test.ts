import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  addClass,
  addPerson,
  addPost,
  addTwoSchools,
  type Person,
  password,
} from '../../testing/people.ts';
import { call, makeTestApp } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);

let number = 0;
const draft = (more: object = {}) => ({
  role: 'Teacher',
  username: `moi.${++number}`,
  password: 'matkhau123',
  email: 'moi@example.vn',
  first_name: 'Mới',
  school_id: ours.schoolId,
  ...more,
});
const create = (body: object, { token }: Person = admin) =>
  call(app, accounts.create, { token, body: body as never });
const createStudent = (body: object, { token }: Person = admin) =>
  call(app, accounts.createStudent, { token, body: body as never });
const edit = (id: number, body: object, { token }: Person = admin) =>
  call(app, accounts.edit, { token, params: { id }, body: body as never });
const reset = (id: number, { token }: Person = admin) =>
  call(app, accounts.reset, { token, params: { id } });
const remove = (id: number, { token }: Person = admin) =>
  call(app, accounts.remove, { token, params: { id } });
const logIn = (username: string, word: string) =>
  call(app, auth.login, { body: { username, password: word } });
const stored = (id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const inSchool = { school_id: ours.schoolId };
const addPupil = (more = {}) => addPerson(database, { role: 'Student', ...inSchool, ...more });

describe('what the form says, the server says', () => {
  test.each([
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: undefined }, 'username', 'Username must be at least 3 characters'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: undefined }, 'password', 'Password must be at least 6 characters'],
    [{ school_id: undefined }, 'school_id', 'Select a school'],
    [{ school_id: null }, 'school_id', 'Select a school'],
    [{ email: 'khong phai' }, 'email', 'Invalid email'],
    [{ email: '' }, 'email', 'Invalid email'],
    [{ role: 'Student', email: undefined }, 'email', 'Invalid email'],
    [{ role: 'Mod', email: 'a@' }, 'email', 'Invalid email'],
    [{ role: 'Trùm' }, 'role', 'Unknown role'],
    [{ role: ['Admin'] }, 'role', expect.any(String)],
  ])('%j is refused at its field', async (change, path, message) => {
    const { status, body } = await create(draft(change));
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
    expect(body.issues).toContainEqual({ path, message });
  });

  test('an email is optional for other roles, and may be shared', async () => {
    expect((await create(draft({ role: 'Mod', email: undefined }))).status).toBe(201);
    expect((await create(draft({ email: 'chung@example.vn' }))).status).toBe(201);
    expect((await create(draft({ email: 'chung@example.vn' }))).status).toBe(201);
  });

  test('a username is taken in any case, and free again after a deletion', async () => {
    const { body } = await create(draft({ username: 'Thu.Ha' }));
    const clash = await create(draft({ username: 'thu.ha' }));
    expect(clash).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(clash.body.issues[0].path).toBe('username');
    expect((await remove(body.id)).status).toBe(200);
    expect((await create(draft({ username: 'thu.ha' }))).status).toBe(201);
    expect((await stored(body.id)).username).toBe('Thu.Ha');
  });

  test('a taken identifier code is told at its field', async () => {
    await createStudent(draft({ identifier_code: 'HS-77' }));
    const { status, body } = await createStudent(draft({ identifier_code: 'HS-77' }));
    expect(status).toBe(409);
    expect(body.issues[0].path).toBe('identifier_code');
  });
});

describe('a new account', () => {
  test('has the canonical role, one Unicode form, and logs in', async () => {
    const sent = draft({
      role: ' tEACHER ',
      last_name: 'Nguyễn  Thị'.normalize('NFD'),
      first_name: ' Ân '.normalize('NFD'),
    });
    const { status, body } = await create(sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      role: 'Teacher',
      full_name: 'Nguyễn Thị Ân',
      class_id: null,
      isChangePass: false,
      status: 'active',
      version: 1,
    });
    expect((await logIn(sent.username, sent.password)).status).toBe(200);
  });

  test('may have to change the password, and may come with a whole name', async () => {
    const { body } = await create(
      draft({ isChangePass: true, first_name: undefined, full_name: 'Trần Văn Bình' }),
    );
    expect(body).toMatchObject({ isChangePass: true, first_name: 'Bình', last_name: 'Trần Văn' });
  });

  test('of an Admin has no school', async () => {
    const { body } = await create(draft({ role: 'Admin' }));
    expect(body).toMatchObject({ role: 'Admin', school_id: null });
  });

  test('takes no field that is not its role’s, nor any that nobody writes', async () => {
    const { body } = await create(
      draft({
        id: 1,
        parent_name: 'Ai đó',
        student_ids: [ours.student.id],
        version: 99,
        is_demo: true,
        avt: 'x',
        createdAt: '2000-01-01',
      }),
    );
    expect(body).toMatchObject({ parent_name: null, student_ids: [], version: 1 });
    expect(body.id).not.toBe(1);
    const mod = await create(draft({ role: 'Mod', class_id: ours.classId }));
    expect(mod).toMatchObject({ status: 201, body: { class_id: null } });
  });

  test('is the same through either door', async () => {
    const fields = { parent_name: 'Trần Văn Long', class_id: ours.classId, phone: '0912' };
    const one = (await create(draft({ role: 'student', ...fields }))).body;
    const other = (await createStudent(draft({ role: 'Admin', ...fields }))).body;
    const { id, username, identifier_code } = other;
    expect({ ...one, id, username, identifier_code }).toEqual(other);
    expect(one.role).toBe('Student');
    expect(Number(other.identifier_code)).toBe(Number(one.identifier_code) + 1);
  });

  test('of a parent names live pupils of the same school', async () => {
    const parent = (children: number[]) => create(draft({ role: 'Parent', student_ids: children }));
    expect((await parent([])).body.issues[0].path).toBe('student_ids');
    expect((await parent([ours.student.id, theirs.student.id])).status).toBe(400);
    expect((await parent([ours.teacher.id])).status).toBe(400);
    const { status, body } = await parent([ours.student.id, ours.otherStudent.id]);
    expect(status).toBe(201);
    expect(body.student_ids).toEqual([ours.student.id, ours.otherStudent.id]);
    const changed = await edit(body.id, { student_ids: [ours.otherStudent.id] });
    expect(changed.body.student_ids).toEqual([ours.otherStudent.id]);
    expect((await edit(body.id, { student_ids: [theirs.student.id] })).status).toBe(400);
  });
});

describe('identifier codes', () => {
  test('go on from the highest number of all schools, past what is no number', async () => {
    await createStudent(draft({ school_id: theirs.schoolId, identifier_code: '2030000041' }));
    await createStudent(draft({ identifier_code: 'ZZ9999999999' }));
    const list = await call(app, accounts.students, { token: ours.mod.token, query: {} });
    expect(list.body.next_identifier_code).toBe('2030000042');
    const { body } = await createStudent(draft({ identifier_code: '' }), ours.mod);
    expect(body.identifier_code).toBe('2030000042');
  });

  test('start with the year and 000001', async () => {
    const empty = await makeTestDatabase(onTestFinished);
    const fresh = await makeTestApp(empty, {}, onTestFinished);
    const first = await addPerson(empty, { role: 'Admin' });
    const { body } = await call(fresh, accounts.students, { token: first.token, query: {} });
    expect(body.next_identifier_code).toBe(`${dayInVietnam(new Date()).slice(0, 4)}000001`);
  });
});

describe('a Mod', () => {
  test.each([
    { role: 'ADMIN' },
    { role: ' Mod ' },
    { role: 'parent', student_ids: [ours.student.id] },
    { school_id: theirs.schoolId },
  ])('creates nothing with %j', async (change) => {
    const sent = draft({ school_id: undefined, ...change });
    expect((await create(sent, ours.mod)).status).toBe(403);
    expect((await logIn(sent.username, sent.password)).status).toBe(401);
  });

  test('creates teachers and pupils of the own school without naming it', async () => {
    const { status, body } = await create(draft({ school_id: undefined }), ours.mod);
    expect(status).toBe(201);
    expect(body).toMatchObject({ school_id: ours.schoolId, can: { edit: true, delete: false } });
  });

  test.each([
    { role: 'Mod' },
    { role: 'admin' },
    { role: 'Teacher' },
    { school_id: theirs.schoolId },
    { phone: '0999', role: 'Mod' },
  ])('changes nothing of a pupil with %j', async (change) => {
    const pupil = await addPupil();
    expect((await edit(pupil.id, change, ours.mod)).status).toBe(403);
    expect(await stored(pupil.id)).toMatchObject({
      role: 'Student',
      school_id: ours.schoolId,
      phone: null,
      version: 1,
    });
  });

  test('changes a pupil of the own school, and what is not writable has no effect', async () => {
    const pupil = await addPupil();
    const { status, body } = await edit(
      pupil.id,
      { phone: '0912', role: 'student', school_id: ours.schoolId, id: 1, is_demo: true },
      ours.mod,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: pupil.id, phone: '0912' });
    expect((await stored(pupil.id)).is_demo).toBe(false);
  });

  test('finds no Mod, no Admin and nobody of another school, and puts no pupil into a class there', async () => {
    for (const { id } of [ours.mod, theirs.mod, admin, theirs.student, theirs.teacher]) {
      expect((await edit(id, { phone: '1' }, ours.mod)).status).toBe(404);
      expect((await reset(id, ours.mod)).status).toBe(404);
    }
    const pupil = await addPupil();
    const moved = await edit(pupil.id, { class_id: theirs.classId }, ours.mod);
    expect(moved).toMatchObject({ status: 400, body: { issues: [{ path: 'class_id' }] } });
    expect((await reset(ours.parent.id, ours.mod)).status).toBe(403);
  });
});

describe('an edit', () => {
  test('leaves what it does not name, and an empty password', async () => {
    const pupil = await addPupil({ phone: '0900', last_name: 'Lê' });
    const { body } = await edit(pupil.id, { first_name: 'Bình', password: '' });
    expect(body).toMatchObject({ full_name: 'Lê Bình', phone: '0900' });
    expect((await logIn(pupil.username, password)).status).toBe(200);
  });

  test('of somebody who changed since is a conflict, and changes nothing', async () => {
    const pupil = await addPupil();
    const { version } = (await edit(pupil.id, { phone: '1' })).body;
    expect((await edit(pupil.id, { phone: '2', version })).status).toBe(200);
    const stale = await edit(pupil.id, { phone: '3', version });
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await stored(pupil.id)).phone).toBe('2');
  });

  test('with a password sets it and ends the sessions', async () => {
    const pupil = await addPupil();
    expect((await edit(pupil.id, { password: '12345' })).status).toBe(400);
    expect((await edit(pupil.id, { password: 'moi12345' }, ours.mod)).status).toBe(200);
    expect((await call(app, auth.me, { token: pupil.token })).status).toBe(401);
    expect((await logIn(pupil.username, 'moi12345')).status).toBe(200);
  });

  test('to inactive ends the sessions at once', async () => {
    const teacher = await addPerson(database, { role: 'Teacher', ...inSchool });
    expect((await edit(teacher.id, { status: 'inactive' }, ours.mod)).status).toBe(200);
    expect((await call(app, auth.me, { token: teacher.token })).status).toBe(401);
    expect((await edit(teacher.id, { status: 'active' }, ours.mod)).status).toBe(200);
    expect((await call(app, auth.me, { token: teacher.token })).status).toBe(401);
  });

  test('of a role frees the class and the family', async () => {
    const { id } = await addPupil({ class_id: ours.classId });
    const { status, body } = await edit(id, { role: 'Teacher', email: 'gv@example.vn' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: 'Teacher', class_id: null });
    expect((await edit(id, { role: 'Mod' })).body).toMatchObject({ role: 'Mod' });
    expect((await edit(id, { role: 'Student', email: '' })).status).toBe(400);
  });

  test('to another school works while nothing is tied to the old one', async () => {
    const pupil = await addPupil({ class_id: ours.classId });
    const { body } = await edit(pupil.id, { school_id: theirs.schoolId, class_id: theirs.classId });
    expect(body).toMatchObject({ school_id: theirs.schoolId, class_id: theirs.classId });
    const teacher = await addPerson(database, { role: 'Teacher', ...inSchool });
    await addPost(db, { schoolId: ours.schoolId, author: teacher, status: 'approved' });
    const tied = await edit(teacher.id, { school_id: theirs.schoolId });
    expect(tied).toMatchObject({ status: 409, body: { issues: [{ path: 'school_id' }] } });
  });

  test('puts a teacher into a class without one, and into no other', async () => {
    const classId = await addClass(db, ours.schoolId, '2D', 2);
    const [one, other] = [
      await addPerson(database, { role: 'Teacher', ...inSchool }),
      await addPerson(database, { role: 'Teacher', ...inSchool }),
    ] as const;
    expect((await edit(one.id, { class_id: classId })).body.class_id).toBe(classId);
    const taken = await edit(other.id, { class_id: classId });
    expect(taken).toMatchObject({ status: 409, body: { issues: [{ path: 'class_id' }] } });
    const next = await addClass(db, ours.schoolId, '2E', 2);
    expect((await edit(one.id, { class_id: next })).body.class_id).toBe(next);
    expect((await edit(other.id, { class_id: classId })).body.class_id).toBe(classId);
    expect((await edit(one.id, { class_id: null })).body.class_id).toBeNull();
  });
});

describe('nobody', () => {
  test.each([{ status: 'inactive' }, { role: 'Mod' }, { password: 'moi12345' }])(
    'does %j to themselves',
    async (change) => {
      const self = await addPerson(database, { role: 'Admin' });
      expect((await edit(self.id, { ...change, school_id: ours.schoolId }, self)).status).toBe(403);
      expect((await call(app, auth.me, { token: self.token })).status).toBe(200);
    },
  );

  test('resets or deletes themselves, and an Admin is reset by a command alone', async () => {
    const self = await addPerson(database, { role: 'Admin' });
    expect((await reset(self.id, self)).status).toBe(403);
    expect((await remove(self.id, self)).status).toBe(403);
    const { status, body } = await reset(admin.id, self);
    expect(status).toBe(403);
    expect(body.message).toContain('lệnh trên máy chủ');
    expect((await edit(admin.id, { password: 'moi12345' }, self)).status).toBe(403);
  });
});

describe('a reset', () => {
  test('shows a readable password once, which must be changed, and ends the sessions', async () => {
    const pupil = await addPupil();
    const headers = { 'idempotency-key': 'dat-lai-1' };
    const input = { token: ours.mod.token, params: { id: pupil.id }, headers };
    const { body } = await call(app, accounts.reset, input);
    expect(body.password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{10}$/);
    expect((await call(app, auth.me, { token: pupil.token })).status).toBe(401);
    // The same key: it happened once, and nothing in the database tells the password.
    expect((await call(app, accounts.reset, input)).body).toEqual({ password: '' });
    const { token } = (await logIn(pupil.username, body.password)).body;
    expect((await call(app, auth.me, { token })).body.isChangePass).toBe(true);
    const keys = await db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(keys)).not.toContain(body.password);
  });

  test('of a class gives every active pupil one, and nobody else', async () => {
    const classId = await addClass(db, ours.schoolId, '4E', 4);
    const inClass = { class_id: classId };
    const pupils = [await addPupil(inClass), await addPupil(inClass)];
    const inactive = await addPupil({ ...inClass, status: 'inactive' });
    const teacher = await addPerson(database, { role: 'Teacher', ...inSchool, ...inClass });
    const { body } = await call(app, accounts.resetClass, {
      token: ours.mod.token,
      params: { id: classId },
    });
    expect(body.class_name).toBe('4E');
    const given = body.accounts as { username: string; password: string }[];
    expect(given.map(({ username }) => username)).toEqual(pupils.map((one) => one.username));
    for (const one of given) expect((await logIn(one.username, one.password)).status).toBe(200);
    expect((await stored(inactive.id)).must_change_password).toBe(false);
    expect((await call(app, auth.me, { token: teacher.token })).status).toBe(200);
  });
});

test('a deleted account is hidden, and its posts stay under its name', async () => {
  const teacher = await addPerson(database, { role: 'Teacher', ...inSchool, first_name: 'Cúc' });
  const post = await addPost(db, { schoolId: ours.schoolId, author: teacher, status: 'approved' });
  expect((await remove(teacher.id)).status).toBe(200);
  expect((await call(app, auth.me, { token: teacher.token })).status).toBe(401);
  expect((await logIn(teacher.username, password)).status).toBe(401);
  expect((await edit(teacher.id, { phone: '1' })).status).toBe(404);
  expect((await remove(teacher.id)).status).toBe(404);
  const { posts } = await import('@lop-xanh/contract/posts');
  const read = await call(app, posts.read, { token: ours.mod.token, params: { id: post } });
  expect(read.body.author_display).toBe('Cúc');
});
