import { accounts } from '@lop-xanh/contract/accounts';
import { describe, expect, test } from 'vitest';
import { createAccountClient } from '../../testing/account-client.ts';
import { addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { edit, resetPassword, logIn, readStoredUser } = createAccountClient(app, database, admin);

let number = 0;
const makeInput = (fields: object = {}) => ({
  role: 'Teacher',
  username: `moi.${++number}`,
  password: 'muaxuan27',
  email: 'moi@example.vn',
  first_name: 'Mới',
  school_id: ours.schoolId,
  ...fields,
});
const create = (body: object, { token }: TestUser = admin) =>
  request(app, accounts.create, { token, body: body as never });
const createStudent = (body: object, { token }: TestUser = admin) =>
  request(app, accounts.createStudent, { token, body: body as never });
const addStudent = () => addUser(database, { role: 'Student', school_id: ours.schoolId });

describe('creating accounts', () => {
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
  ])(
    'an account with %j is rejected with an issue for that field',
    async (fields, path, message) => {
      const { status, body } = await create(makeInput(fields));
      expect(status).toBe(400);
      expect(body.code).toBe('invalid_input');
      expect(body.issues).toContainEqual(expect.objectContaining({ path, message }));
    },
  );

  test('an email is optional for a Mod and may be shared by accounts', async () => {
    expect((await create(makeInput({ role: 'Mod', email: undefined }))).status).toBe(201);
    expect((await create(makeInput({ email: 'chung@example.vn' }))).status).toBe(201);
    expect((await create(makeInput({ email: 'chung@example.vn' }))).status).toBe(201);
  });

  test('a username that differs only in case is taken', async () => {
    await create(makeInput({ username: 'Thu.Ha' }));
    const conflict = await create(makeInput({ username: 'thu.ha' }));
    expect(conflict).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(conflict.body.issues[0].path).toBe('username');
  });

  test('a taken identifier code is rejected with an issue for its field', async () => {
    await createStudent(makeInput({ identifier_code: 'HS-77' }));
    const { status, body } = await createStudent(makeInput({ identifier_code: 'HS-77' }));
    expect(status).toBe(409);
    expect(body.issues[0].path).toBe('identifier_code');
  });
});

describe('new accounts', () => {
  test('a new account has a canonical role and a normalized name, and can log in', async () => {
    const input = makeInput({
      role: ' tEACHER ',
      last_name: 'Nguyễn  Thị'.normalize('NFD'),
      first_name: ' Ân '.normalize('NFD'),
    });
    const { status, body } = await create(input);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      role: 'Teacher',
      full_name: 'Nguyễn Thị Ân',
      class_id: null,
      isChangePass: false,
      status: 'active',
      version: 1,
    });
    expect((await logIn(input.username, input.password)).status).toBe(200);
  });

  test('a new user can be required to change their password', async () => {
    const { body } = await create(makeInput({ isChangePass: true }));
    expect(body.isChangePass).toBe(true);
  });

  test('the full name of a new account is split into its parts', async () => {
    const { body } = await create(makeInput({ first_name: undefined, full_name: 'Trần Văn Bình' }));
    expect(body).toMatchObject({ first_name: 'Bình', last_name: 'Trần Văn' });
  });

  test('a new Admin has no school', async () => {
    const { body } = await create(makeInput({ role: 'Admin' }));
    expect(body).toMatchObject({ role: 'Admin', school_id: null });
  });

  test('a new account ignores fields that its role does not have and fields that are read-only', async () => {
    const { body } = await create(
      makeInput({
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
    const mod = await create(makeInput({ role: 'Mod', class_id: ours.classId }));
    expect(mod).toMatchObject({ status: 201, body: { class_id: null } });
  });

  test('the endpoints for accounts and for students create the same student', async () => {
    const fields = { parent_name: 'Trần Văn Long', class_id: ours.classId, phone: '0912' };
    const account = (await create(makeInput({ role: 'student', ...fields }))).body;
    const student = (await createStudent(makeInput({ role: 'Admin', ...fields }))).body;
    const { id, username, identifier_code } = student;
    expect({ ...account, id, username, identifier_code }).toEqual(student);
    expect(account.role).toBe('Student');
    expect(Number(student.identifier_code)).toBe(Number(account.identifier_code) + 1);
  });

  test('a new Parent needs children who are students of the same school', async () => {
    const createParent = (childIds: number[]) =>
      create(makeInput({ role: 'Parent', student_ids: childIds }));
    expect((await createParent([])).body.issues[0].path).toBe('student_ids');
    expect((await createParent([ours.student.id, theirs.student.id])).status).toBe(400);
    expect((await createParent([ours.teacher.id])).status).toBe(400);
    const { status, body } = await createParent([ours.student.id, ours.otherStudent.id]);
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
    { role: 'parent', student_ids: [ours.student.id], school_id: theirs.schoolId },
    { school_id: theirs.schoolId },
  ])('cannot create an account with %j', async (fields) => {
    const input = makeInput({ school_id: undefined, ...fields });
    expect((await create(input, ours.mod)).status).toBe(403);
    expect((await logIn(input.username, input.password)).status).toBe(401);
  });

  test('creates accounts in their own school without naming it', async () => {
    const { status, body } = await create(makeInput({ school_id: undefined }), ours.mod);
    expect(status).toBe(201);
    expect(body).toMatchObject({ school_id: ours.schoolId, can: { edit: true, delete: false } });
  });

  test.each([
    { role: 'Mod' },
    { role: 'admin' },
    { role: 'Teacher' },
    { school_id: theirs.schoolId },
    { phone: '0999', role: 'Mod' },
  ])('cannot apply %j to a student', async (change) => {
    const student = await addStudent();
    expect((await edit(student.id, change, ours.mod)).status).toBe(403);
    expect(await readStoredUser(student.id)).toMatchObject({
      role: 'Student',
      school_id: ours.schoolId,
      phone: null,
      version: 1,
    });
  });

  test('edits a student of their own school, and read-only fields are ignored', async () => {
    const student = await addStudent();
    const { status, body } = await edit(
      student.id,
      { phone: '0912', role: 'student', school_id: ours.schoolId, id: 1, is_demo: true },
      ours.mod,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: student.id, phone: '0912' });
    expect((await readStoredUser(student.id)).is_demo).toBe(false);
  });

  test('cannot find Mods, Admins or users of another school', async () => {
    for (const { id } of [ours.mod, theirs.mod, admin, theirs.student, theirs.teacher]) {
      expect((await edit(id, { phone: '1' }, ours.mod)).status).toBe(404);
      expect((await resetPassword(id, ours.mod)).status).toBe(404);
    }
  });

  test('creates, edits and resets a parent of their own school', async () => {
    const input = makeInput({ school_id: undefined, role: 'Parent' });
    expect((await create({ ...input, student_ids: [theirs.student.id] }, ours.mod)).status).toBe(
      400,
    );
    const childIds = { student_ids: [ours.student.id] };
    const { status, body } = await create({ ...input, ...childIds }, ours.mod);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { school_id: ours.schoolId, ...childIds, can: { edit: true, resetPassword: true } },
    });
    expect((await edit(body.id, { phone: '0912' }, ours.mod)).body.phone).toBe('0912');
    expect((await resetPassword(body.id, ours.mod)).status).toBe(200);
    expect((await edit(body.id, { phone: '1' }, theirs.mod)).status).toBe(404);
  });

  test('cannot assign a student to a class of another school', async () => {
    const student = await addStudent();
    const response = await edit(student.id, { class_id: theirs.classId }, ours.mod);
    expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'class_id' }] } });
  });
});
