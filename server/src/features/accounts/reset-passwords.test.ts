import { studentTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addClass,
  addSubstitution,
  addTwoSchools,
  addUser,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let world: TwoSchools;
let ours: TwoSchools['ours'];
beforeEach(async () => {
  world = await addTwoSchools(database);
  ours = world.ours;
});

const reset = (user: TestUser, { id } = ours.student) =>
  request(app, accounts.resetPassword, { token: user.token, params: { id } });
const resetClass = (user: TestUser, id = ours.classId) =>
  request(app, accounts.resetClassPasswords, { token: user.token, params: { id } });
const logIn = (username: string, password: string) =>
  request(app, auth.login, { body: { username, password } });

describe('a teacher', () => {
  test('resets the password of a student in their class, which is audited', async () => {
    const { status, body } = await reset(ours.teacher);
    expect(status).toBe(200);
    const login = await logIn(ours.student.username, body.password);
    expect(login.status).toBe(200);
    expect((await request(app, auth.me, { token: ours.student.token })).status).toBe(401);
    const { body: log } = await request(app, audit.list, {
      token: world.admin.token,
      query: { subject: 'account', action: 'reset', actor_id: ours.teacher.id } as never,
    });
    expect(log.audit).toMatchObject([{ subject_id: ours.student.id }]);
  });

  test('resets nobody else: neither other classes, nor colleagues, parents and themselves', async () => {
    for (const user of [ours.otherStudent, ours.otherTeacher, ours.parent, ours.mod, ours.teacher])
      expect((await reset(ours.teacher, user)).status).toBe(403);
    expect((await reset(ours.teacher, world.theirs.student)).status).toBe(404);
    await moveUser(db, { userId: ours.student.id, classId: ours.otherClassId });
    expect((await reset(ours.teacher)).status).toBe(403);
  });

  test('resets the passwords of their class, also as a substitute today', async () => {
    const { body } = await resetClass(ours.teacher);
    expect(body.accounts).toMatchObject([{ id: ours.student.id, class_name: '3A' }]);
    expect((await logIn(ours.student.username, body.accounts[0].password)).status).toBe(200);
    expect((await resetClass(ours.otherTeacher)).status).toBe(403);
    await addSubstitution(db, {
      userId: ours.otherTeacher.id,
      classId: ours.classId,
      from: new Date(Date.now() - 3_600_000),
      until: new Date(Date.now() + 3_600_000),
    });
    expect((await resetClass(ours.otherTeacher)).body.accounts).toHaveLength(1);
    expect((await reset(ours.otherTeacher)).status).toBe(200);
  });

  test('resets nobody by a class of a former year', async () => {
    const classId = await addClass(db, ours.schoolId, '2A', 2, 2020);
    const row = sql`
      insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
      values (${ours.schoolId}, ${classId}, ${ours.teacher.id}, 'homeroom', '2020-09-01', '2021-06-01'),
             (${ours.schoolId}, ${classId}, ${ours.otherStudent.id}, 'student', '2020-09-01', '2021-06-01')`;
    await db.run(row);
    expect((await resetClass(ours.teacher, classId)).body.accounts).toEqual([]);
  });
});

const kind = /^[a-z]{6,12}[2-9]{2}$/;

describe('students of grades 1 and 2', () => {
  let classId: number;
  let student: TestUser;
  beforeEach(async () => {
    classId = await addClass(db, ours.schoolId, '1A', 1);
    student = await addUser(database, {
      role: 'Student',
      school_id: ours.schoolId,
      class_id: classId,
    });
  });

  test('get passwords that they can type, others do not', async () => {
    const { body } = await reset(ours.mod, student);
    expect(body.password).toMatch(kind);
    expect((await logIn(student.username, body.password)).status).toBe(200);
    expect((await resetClass(ours.mod, classId)).body.accounts[0].password).toMatch(kind);
    expect((await resetClass(ours.mod)).body.accounts[0].password).not.toMatch(kind);
    expect((await reset(ours.mod)).body.password).not.toMatch(kind);
  });

  test('a teacher of such a class gets a random one', async () => {
    const teacher = await addUser(database, {
      role: 'Teacher',
      school_id: ours.schoolId,
      class_id: classId,
    });
    expect((await reset(ours.mod, teacher)).body.password).not.toMatch(kind);
  });
});

describe('a temporary password', () => {
  const age = (userId: number, days: number) =>
    db.run(sql`
      update users set password_issued_at = password_issued_at - make_interval(days => ${days})
      where id = ${userId}`);

  test('expires after 30 days, which only the right password tells', async () => {
    const { password } = (await reset(ours.mod)).body;
    await age(ours.student.id, limits.temporaryPasswordDays - 1);
    expect((await logIn(ours.student.username, password)).status).toBe(200);
    await age(ours.student.id, 1);
    expect(await logIn(ours.student.username, password)).toMatchObject({
      status: 403,
      body: { reason: 'password_expired' },
    });
    expect((await logIn(ours.student.username, 'khac12345')).body.reason).toBe('wrong_login');
    const next = (await reset(ours.mod)).body;
    expect((await logIn(ours.student.username, next.password)).status).toBe(200);
  });

  test('that was replaced by a chosen one does not expire', async () => {
    const { password } = (await reset(ours.mod)).body;
    const { token } = (await logIn(ours.student.username, password)).body;
    const next = 'conThuyen7';
    const changed = await request(app, auth.changePassword, { token, body: { next } });
    expect(changed.status).toBe(200);
    await age(ours.student.id, 400);
    expect((await logIn(ours.student.username, next)).status).toBe(200);
  });

  const readIssuedAt = (id: number) =>
    db.values(
      z.string(),
      sql`select password_issued_at from users where id = ${id} and password_issued_at is not null`,
    );

  test('is one that must be changed, of a new account and after an edit', async () => {
    const create = async (isChangePass: boolean) => {
      const username = `moi.${isChangePass}.${ours.classId}`;
      const { body } = await request(app, accounts.createStudent, {
        token: ours.mod.token,
        body: { username, password: 'muaxuan27', email: 'a@b.vn', isChangePass },
      });
      return body.id as number;
    };
    expect(await readIssuedAt(await create(true))).toHaveLength(1);
    const id = await create(false);
    expect(await readIssuedAt(id)).toEqual([]);
    const edit = (isChangePass: boolean) =>
      request(app, accounts.editStudent, {
        token: ours.mod.token,
        params: { id },
        body: { isChangePass },
      });
    await edit(true);
    expect(await readIssuedAt(id)).toHaveLength(1);
    await edit(false);
    expect(await readIssuedAt(id)).toEqual([]);
  });
});

describe('a password that staff type', () => {
  test.each([
    ['password1', 'common_password'],
    ['khanhlinh9', 'password_has_name'],
    ['kimdong2026', 'password_has_name'],
  ])('%s is rejected: %s', async (password, reason) => {
    const rejected = { status: 400, body: { reason, issues: [{ path: 'password' }] } };
    const names = { last_name: 'Vũ Khánh', first_name: 'Linh' };
    const body = { username: 'vkl.moi', password, email: 'a@b.vn', ...names };
    const { token } = ours.mod;
    expect(await request(app, accounts.createStudent, { token, body })).toMatchObject(rejected);
    await updateRow(db, 'users', ours.student.id, names);
    const params = { id: ours.student.id };
    const edited = await request(app, accounts.editStudent, { token, params, body: { password } });
    expect(edited).toMatchObject(rejected);
  });
});

test('imported students of grade 1 get passwords that they can type', async () => {
  await addClass(db, ours.schoolId, '1B', 1);
  const lines = ['Tên,Lớp,Email', 'Hoa,1B,a@example.vn', 'Lan,3A,b@example.vn'];
  const { body } = await sendTable(app, studentTables.importTable, {
    token: ours.mod.token,
    content: lines.join('\n'),
    query: {},
  });
  const passwords = body.accounts.map(({ password }: { password: string }) => kind.test(password));
  expect(passwords).toEqual([true, false]);
});
