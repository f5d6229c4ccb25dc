import { auth } from '@lop-xanh/contract/auth';
import { type Session, sessions } from '@lop-xanh/contract/factors';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addSchool, addUser, password, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openSession } from './sessions.service.ts';
import { hashToken } from './tokens.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

const addTeacher = () => addUser(database, { role: 'Teacher', school_id: schoolId });
const me = (token: string) => request(app, auth.me, { token });

describe('sessions', () => {
  test('a logout ends only its own session', async () => {
    const teacher = await addTeacher();
    const other = await openSession(db, teacher.id);
    expect((await request(app, auth.logout, { token: teacher.token })).status).toBe(200);
    expect((await me(teacher.token)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
  });

  test('the hash of a token can end its session but not use it', async () => {
    const teacher = await addTeacher();
    const other = await openSession(db, teacher.id);
    const token_sha256 = hashToken(teacher.token).toString('hex');
    expect((await me(token_sha256)).status).toBe(401);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await request(app, auth.endSession, { body: { token_sha256 } })).status).toBe(200);
    }
    expect((await me(teacher.token)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
    const wrong = { body: { token_sha256: teacher.token } };
    expect((await request(app, auth.endSession, wrong)).status).toBe(400);
  });

  test('a user can end all their other sessions', async () => {
    const teacher = await addTeacher();
    const otherTeacher = await addTeacher();
    const otherTokens = [await openSession(db, teacher.id), await openSession(db, teacher.id)];
    const { status, body } = await request(app, auth.logoutOthers, { token: teacher.token });
    expect({ status, ended: body.ended }).toEqual({ status: 200, ended: 2 });
    for (const token of otherTokens) expect((await me(token)).status).toBe(401);
    for (const { token } of [teacher, otherTeacher]) expect((await me(token)).status).toBe(200);
  });

  test('a user sees their sessions with device and last use, and ends one of them', async () => {
    const teacher = await addTeacher();
    const otherTeacher = await addTeacher();
    const phone = await openSession(db, teacher.id, { userAgent: 'Chrome/120 (Android 14)' });
    const setUse = (token: string, age: string) =>
      db.run(sql`
        update sessions set used_at = now() - ${age}::interval
        where token_hash = ${hashToken(token)}`);
    await setUse(phone, '3 days');
    const expired = await openSession(db, teacher.id);
    await db.run(sql`
      update sessions set expires_at = now() where token_hash = ${hashToken(expired)}`);
    const list = async ({ token } = teacher) =>
      (await request(app, sessions.list, { token })).body.sessions as Session[];

    const [current, other, ...more] = await list();
    expect(more).toEqual([]);
    expect(current).toMatchObject({ isCurrent: true, openedBy: 'password', device: '' });
    expect(other).toMatchObject({ isCurrent: false, device: 'Chrome · Android' });
    expect(Date.now() - Date.parse(other?.usedAt ?? '')).toBeGreaterThan(2 * 86_400_000);
    await me(phone);
    expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);

    const end = (user: TestUser) =>
      request(app, sessions.end, { token: user.token, params: { id: other?.id ?? 0 } });
    expect((await end(otherTeacher)).status).toBe(200);
    expect((await me(phone)).status).toBe(200);
    expect((await end(teacher)).status).toBe(200);
    expect((await me(phone)).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test('a missing, unknown or malformed token is unauthenticated', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer khong',
      'Basic YTpi',
      `Bearer ${'a'.repeat(5000)}`,
    ]) {
      const response = await app.inject({ url: auth.me.path, headers: { authorization } });
      expect(response.statusCode).toBe(401);
      expect(response.json().code).toBe('unauthenticated');
    }
  });

  test('concurrent requests are each authenticated as their own user', async () => {
    const teachers = await Promise.all(Array.from({ length: 12 }, () => addTeacher()));
    const twice = [...teachers, ...teachers];
    const requests = twice.map(({ token }) => me(token));
    const [unknown, ...responses] = await Promise.all([me('khong-phai-ai'), ...requests]);
    expect(unknown.status).toBe(401);
    expect(responses.map(({ body }) => body.id)).toEqual(twice.map(({ id }) => id));
  });

  test('an expired session is unauthenticated', async () => {
    const { token } = await addTeacher();
    await db.run(sql`
      update sessions set expires_at = ${new Date(Date.now() - 1000).toISOString()}
      where token_hash = ${hashToken(token)}`);
    expect((await me(token)).status).toBe(401);
  });

  test('use extends a session, at most once an hour', async () => {
    const { token } = await addTeacher();
    const readExpiry = async () => {
      const row = await db.one(
        z.object({ expires_at: z.string() }),
        sql`select expires_at from sessions where token_hash = ${hashToken(token)}`,
      );
      return Date.parse(row.expires_at);
    };
    const firstExpiry = await readExpiry();
    await me(token);
    expect(await readExpiry()).toBe(firstExpiry);
    await db.run(sql`
      update sessions
      set used_at = now() - interval '61 minutes', expires_at = now() + interval '1 hour'
      where token_hash = ${hashToken(token)}`);
    await me(token);
    expect(await readExpiry()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  test('a session ends a year after its login, however much it is used', async () => {
    const { token } = await addTeacher();
    await db.run(sql`
      update sessions
      set created_at = now() - interval '1 year' + interval '2 days',
          used_at = now() - interval '2 hours', expires_at = now() + interval '1 day'
      where token_hash = ${hashToken(token)}`);
    await me(token);
    const endsAfterYear = await db.value(
      z.boolean(),
      sql`
        select expires_at = created_at + interval '1 year' from sessions
        where token_hash = ${hashToken(token)}`,
    );
    expect(endsAfterYear).toBe(true);
  });

  test('the twenty-first session of a user ends the least recently used one', async () => {
    const { id, username, token } = await addTeacher();
    const otherTeacher = await addTeacher();
    const unused = await openSession(db, id);
    await db.run(sql`
      update sessions set used_at = now() - interval '10 days'
      where token_hash = ${hashToken(unused)}`);
    for (let count = 2; count < 20; count++) await openSession(db, id);
    const countSessions = () =>
      db.value(z.number(), sql`select count(*) from sessions where user_id = ${id}`);
    expect(await countSessions()).toBe(20);
    const logIn = () => request(app, auth.login, { body: { username, password } });
    const login = await logIn();
    expect((await me(unused)).status).toBe(401);
    for (const active of [token, login.body.token]) expect((await me(active)).status).toBe(200);
    await Promise.all([logIn(), logIn(), logIn()]);
    expect(await countSessions()).toBe(20);
    expect((await me(otherTeacher.token)).status).toBe(200);
  });

  test('a deactivated user is unauthenticated on the next request', async () => {
    const teacher = await addTeacher();
    expect((await me(teacher.token)).status).toBe(200);
    await db.run(sql`update users set status = 'inactive' where id = ${teacher.id}`);
    expect((await me(teacher.token)).status).toBe(401);
  });
});
