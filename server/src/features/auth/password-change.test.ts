import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { describe, expect, test } from 'vitest';
import { addSchool, addUser, password, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openSession } from './sessions.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

const addTeacher = (fields = {}) =>
  addUser(database, { role: 'Teacher', school_id: schoolId, ...fields });
const logIn = (body: { username: string; password: string }) => request(app, auth.login, { body });
const me = (token: string) => request(app, auth.me, { token });
const change = (teacher: TestUser, body: { current?: string; next: string }) =>
  request(app, auth.changePassword, { token: teacher.token, body });

describe('a password change', () => {
  test('ends every other session and returns a new token', async () => {
    const teacher = await addTeacher();
    const other = await openSession(db, teacher.id);
    const { status, body } = await change(teacher, { current: password, next: 'moi123456' });
    expect(status).toBe(200);
    expect(body.message).toBe(messages.password.changed);
    expect((await me(body.token)).status).toBe(200);
    expect((await me(teacher.token)).status).toBe(401);
    expect((await me(other)).status).toBe(401);
    expect((await logIn({ username: teacher.username, password })).status).toBe(401);
    expect((await logIn({ username: teacher.username, password: 'moi123456' })).status).toBe(200);
  });

  test('with a wrong current password is 400, never 401, and changes nothing', async () => {
    const teacher = await addTeacher();
    const { status, body } = await change(teacher, { current: 'khac12345', next: 'moi123456' });
    expect(status).toBe(400);
    const { reason, message } = body;
    expect(body.issues).toEqual([{ path: 'current', reason, message }]);
    expect((await me(teacher.token)).status).toBe(200);
    expect((await logIn({ username: teacher.username, password })).status).toBe(200);
  });

  test('may omit the current password only if the user must change it', async () => {
    const teacher = await addTeacher();
    expect((await change(teacher, { next: 'moi123456' })).status).toBe(400);
    const mustChange = await addTeacher({ must_change_password: true });
    expect((await me(mustChange.token)).body.isChangePass).toBe(true);
    const { status, body } = await change(mustChange, { next: 'moi123456' });
    expect(status).toBe(200);
    expect((await me(body.token)).body.isChangePass).toBe(false);
  });

  test.each(['Password1', 'QWERTY123', 'matkhau2026', 'anhyeuem1'])(
    'to the common password %s is rejected',
    async (next) => {
      const { status, body } = await change(await addTeacher(), { current: password, next });
      expect([status, body.reason, body.issues[0].path]).toEqual([400, 'common_password', 'next']);
    },
  );

  test.each(['Trang2019', 'phamtrang1', 'kimdong88'])(
    'to %s, which has a name of the user or the school, is rejected',
    async (next) => {
      const teacher = await addTeacher({ last_name: 'Phạm Thu', first_name: 'Trang' });
      const { status, body } = await change(teacher, { current: password, next });
      expect([status, body.reason, body.issues[0].path]).toEqual([
        400,
        'password_has_name',
        'next',
      ]);
    },
  );

  test.each(['ngan1', 'chicochu', '12345678', 'abc1234'])(
    'to %s is rejected as too weak',
    async (next) => {
      const teacher = await addTeacher();
      const { status, body } = await change(teacher, { current: password, next });
      expect(status).toBe(400);
      expect(body.message).toBe(messages.password.hint);
      expect(body.issues[0].path).toBe('next');
    },
  );

  test('to the same password is rejected', async () => {
    const teacher = await addTeacher();
    expect((await change(teacher, { current: password, next: password })).status).toBe(400);
  });

  test('fails if a concurrent one succeeds', async () => {
    const teacher = await addTeacher();
    const [first, second] = await Promise.all([
      change(teacher, { current: password, next: 'moi111111' }),
      change(teacher, { current: password, next: 'moi222222' }),
    ]);
    const isDone = [first, second].map(({ status }) => status === 200);
    expect(isDone.filter(Boolean)).toHaveLength(1);
  });

  test('is throttled like a login', async () => {
    const teacher = await addTeacher();
    for (let attempt = 0; attempt < 10; attempt++) {
      await change(teacher, { current: `khac${attempt}2345`, next: 'moi123456' });
    }
    expect((await change(teacher, { current: password, next: 'moi123456' })).status).toBe(429);
  });

  test('is not delayed by failed login attempts of strangers', async () => {
    const teacher = await addTeacher();
    for (let attempt = 0; attempt < 10; attempt++) {
      await logIn({ username: teacher.username, password: `khac${attempt}2345` });
    }
    expect((await logIn({ username: teacher.username, password })).status).toBe(429);
    expect((await change(teacher, { current: password, next: 'moi123456' })).status).toBe(200);
  });
});
