import { auth } from '@lop-xanh/contract/auth';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashToken, openSession } from '../../http/authentication.ts';
import { addSchool, addUser, password } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

const addTeacher = () => addUser(database, { role: 'Teacher', school_id: schoolId });
const me = (token: string) => request(app, auth.me, { token });

describe('sessions', () => {
  test('logging out ends this session and no other', async () => {
    const person = await addTeacher();
    const other = await openSession(db, person.id);
    expect((await request(app, auth.logout, { token: person.token })).status).toBe(200);
    expect((await me(person.token)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
  });

  test('the digest of its token ends a session, and opens none', async () => {
    const person = await addTeacher();
    const other = await openSession(db, person.id);
    const token_sha256 = hashToken(person.token).toString('hex');
    expect((await me(token_sha256)).status).toBe(401);
    for (let times = 0; times < 2; times++) {
      expect((await request(app, auth.endSession, { body: { token_sha256 } })).status).toBe(200);
    }
    expect((await me(person.token)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
    const wrong = { body: { token_sha256: person.token } };
    expect((await request(app, auth.endSession, wrong)).status).toBe(400);
  });

  test('the other sessions end on request, this one and those of other people go on', async () => {
    const person = await addTeacher();
    const neighbour = await addTeacher();
    const others = [await openSession(db, person.id), await openSession(db, person.id)];
    const { status, body } = await request(app, auth.logoutOthers, { token: person.token });
    expect({ status, ended: body.ended }).toEqual({ status: 200, ended: 2 });
    for (const token of others) expect((await me(token)).status).toBe(401);
    for (const { token } of [person, neighbour]) expect((await me(token)).status).toBe(200);
  });

  test('no token, an unknown one and a malformed one are unauthenticated', async () => {
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

  test('of many who ask at once each is themselves, and a stranger nobody', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => addTeacher()));
    const asked = [...people, ...people].map(({ token }) => me(token));
    const [stranger, ...answers] = await Promise.all([me('khong-phai-ai'), ...asked]);
    expect(stranger.status).toBe(401);
    expect(answers.map(({ body }) => body.id)).toEqual([...people, ...people].map(({ id }) => id));
  });

  test('an expired session is unauthenticated', async () => {
    const { token } = await addTeacher();
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('token_hash', '=', hashToken(token))
      .execute();
    expect((await me(token)).status).toBe(401);
  });

  test('a session that is used slides, at most once a day', async () => {
    const { token } = await addTeacher();
    const expiry = async () => {
      const row = await db
        .selectFrom('sessions')
        .select('expires_at')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow();
      return Date.parse(row.expires_at);
    };
    const fresh = await expiry();
    await me(token);
    expect(await expiry()).toBe(fresh);
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
      .where('token_hash', '=', hashToken(token))
      .execute();
    await me(token);
    expect(await expiry()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  test('a session ends a year after its login, however much it is used', async () => {
    const { token } = await addTeacher();
    const session = db.updateTable('sessions').where('token_hash', '=', hashToken(token));
    const login = sql<string>`now() - interval '1 year' + interval '2 days'`;
    await session.set({ created_at: login, expires_at: sql<string>`now() + '1 day'` }).execute();
    await me(token);
    const isLast = sql<boolean>`expires_at = created_at + interval '1 year'`.as('isLast');
    const found = db.selectFrom('sessions').where('token_hash', '=', hashToken(token));
    expect(await found.select(isLast).executeTakeFirst()).toEqual({ isLast: true });
  });

  test('a user has twenty sessions; one more ends the one that was used longest ago', async () => {
    const { id, username, token } = await addTeacher();
    const stranger = await addTeacher();
    const unused = await openSession(db, id);
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 20 * 86_400_000).toISOString() })
      .where('token_hash', '=', hashToken(unused))
      .execute();
    for (let count = 2; count < 20; count++) await openSession(db, id);
    const sessions = db.selectFrom('sessions').select('user_id').where('user_id', '=', id);
    expect(await sessions.execute()).toHaveLength(20);
    const logIn = () => request(app, auth.login, { body: { username, password } });
    const login = await logIn();
    expect((await me(unused)).status).toBe(401);
    for (const kept of [token, login.body.token]) expect((await me(kept)).status).toBe(200);
    await Promise.all([logIn(), logIn(), logIn()]);
    expect(await sessions.execute()).toHaveLength(20);
    expect((await me(stranger.token)).status).toBe(200);
  });

  test('rights lost in mid-session are gone on the next request', async () => {
    const person = await addTeacher();
    expect((await me(person.token)).status).toBe(200);
    await db.updateTable('users').set({ status: 'inactive' }).where('id', '=', person.id).execute();
    expect((await me(person.token)).status).toBe(401);
  });
});
