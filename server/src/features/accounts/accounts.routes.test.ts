import { accounts } from '@lop-xanh/contract/accounts';
import { describe, expect, test } from 'vitest';
import { accountCalls } from '../../testing/account-calls.ts';
import { addTwoSchools, addUser, type TestUser } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { edit, reset, logIn, stored } = accountCalls(app, database, admin);

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
const create = (body: object, { token }: TestUser = admin) =>
  request(app, accounts.create, { token, body: body as never });
const createStudent = (body: object, { token }: TestUser = admin) =>
  request(app, accounts.createStudent, { token, body: body as never });
const addStudent = () => addUser(database, { role: 'Student', school_id: ours.schoolId });

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

  test('a username is taken in any case', async () => {
    await create(draft({ username: 'Thu.Ha' }));
    const clash = await create(draft({ username: 'thu.ha' }));
    expect(clash).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(clash.body.issues[0].path).toBe('username');
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

  test('of a parent names live students of the same school', async () => {
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

  test('creates teachers and students of the own school without naming it', async () => {
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
  ])('changes nothing of a student with %j', async (change) => {
    const student = await addStudent();
    expect((await edit(student.id, change, ours.mod)).status).toBe(403);
    expect(await stored(student.id)).toMatchObject({
      role: 'Student',
      school_id: ours.schoolId,
      phone: null,
      version: 1,
    });
  });

  test('changes a student of the own school, and what is not writable has no effect', async () => {
    const student = await addStudent();
    const { status, body } = await edit(
      student.id,
      { phone: '0912', role: 'student', school_id: ours.schoolId, id: 1, is_demo: true },
      ours.mod,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: student.id, phone: '0912' });
    expect((await stored(student.id)).is_demo).toBe(false);
  });

  test('finds no Mod, no Admin and nobody of another school, and puts no student into a class there', async () => {
    for (const { id } of [ours.mod, theirs.mod, admin, theirs.student, theirs.teacher]) {
      expect((await edit(id, { phone: '1' }, ours.mod)).status).toBe(404);
      expect((await reset(id, ours.mod)).status).toBe(404);
    }
    const student = await addStudent();
    const moved = await edit(student.id, { class_id: theirs.classId }, ours.mod);
    expect(moved).toMatchObject({ status: 400, body: { issues: [{ path: 'class_id' }] } });
    expect((await reset(ours.parent.id, ours.mod)).status).toBe(403);
  });
});
