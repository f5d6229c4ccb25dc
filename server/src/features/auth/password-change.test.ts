import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { describe, expect, test } from 'vitest';
import { openSession } from '../../http/authentication.ts';
import { addSchool, addUser, password, type TestUser } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

const addTeacher = (fields = {}) =>
  addUser(database, { role: 'Teacher', school_id: schoolId, ...fields });
const logIn = (body: { username: string; password: string }) => request(app, auth.login, { body });
const me = (token: string) => request(app, auth.me, { token });
const change = (person: TestUser, body: { current?: string; next: string }) =>
  request(app, auth.changePassword, { token: person.token, body });

describe('change password', () => {
  test('ends every other session and answers a fresh token', async () => {
    const person = await addTeacher();
    const other = await openSession(db, person.id);
    const { status, body } = await change(person, { current: password, next: 'moi123456' });
    expect(status).toBe(200);
    expect(body.message).toBe(messages.password.changed);
    expect((await me(body.token)).status).toBe(200);
    expect((await me(person.token)).status).toBe(401);
    expect((await me(other)).status).toBe(401);
    expect((await logIn({ username: person.username, password })).status).toBe(401);
    expect((await logIn({ username: person.username, password: 'moi123456' })).status).toBe(200);
  });

  test('a wrong current password is 400, never 401, and changes nothing', async () => {
    const person = await addTeacher();
    const { status, body } = await change(person, { current: 'khac12345', next: 'moi123456' });
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path: 'current', message: body.message }]);
    expect((await me(person.token)).status).toBe(200);
    expect((await logIn({ username: person.username, password })).status).toBe(200);
  });

  test('the current password may be left out only when a change is due', async () => {
    const free = await addTeacher();
    expect((await change(free, { next: 'moi123456' })).status).toBe(400);
    const forced = await addTeacher({ must_change_password: true });
    expect((await me(forced.token)).body.isChangePass).toBe(true);
    const { status, body } = await change(forced, { next: 'moi123456' });
    expect(status).toBe(200);
    expect((await me(body.token)).body.isChangePass).toBe(false);
  });

  test.each(['ngan1', 'chicochu', '12345678', 'abc1234'])('%s is too weak', async (next) => {
    const person = await addTeacher();
    const { status, body } = await change(person, { current: password, next });
    expect(status).toBe(400);
    expect(body.message).toBe(messages.password.hint);
    expect(body.issues[0].path).toBe('next');
  });

  test('the old password is not a new one', async () => {
    const person = await addTeacher();
    expect((await change(person, { current: password, next: password })).status).toBe(400);
  });

  test('of two changes at once one wins and the other is told', async () => {
    const person = await addTeacher();
    const [first, second] = await Promise.all([
      change(person, { current: password, next: 'moi111111' }),
      change(person, { current: password, next: 'moi222222' }),
    ]);
    const isDone = [first, second].map(({ status }) => status === 200);
    expect(isDone.filter(Boolean)).toHaveLength(1);
  });

  test('guessing the current password is throttled like guessing at the login', async () => {
    const person = await addTeacher();
    for (let tries = 0; tries < 10; tries++) {
      await change(person, { current: `khac${tries}2345`, next: 'moi123456' });
    }
    expect((await change(person, { current: password, next: 'moi123456' })).status).toBe(429);
  });

  test('strangers who guess at the login do not keep the owner from changing it', async () => {
    const person = await addTeacher();
    for (let tries = 0; tries < 10; tries++) {
      await logIn({ username: person.username, password: `khac${tries}2345` });
    }
    expect((await logIn({ username: person.username, password })).status).toBe(429);
    expect((await change(person, { current: password, next: 'moi123456' })).status).toBe(200);
  });
});
