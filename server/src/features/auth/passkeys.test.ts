import { auth } from '@lop-xanh/contract/auth';
import { factors, sessions } from '@lop-xanh/contract/factors';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { addSchool, addUser, password, type TestUser } from '../../testing/fixtures.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { deleteOldLoginRecords } from './login-records.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

const origin = 'http://localhost:3000';
const headers = { origin };

const addTeacher = () => addUser(database, { role: 'Teacher', school_id: schoolId });
const start = async ({ token }: TestUser): Promise<string> => {
  const input = { token, headers, body: { password } };
  return (await request(app, factors.startPasskey, input)).body.challenge;
};
const add = ({ token }: TestUser, response: Record<string, unknown>) =>
  request(app, factors.addPasskey, { token, headers, body: { name: 'Máy của tôi', response } });

async function addPasskey(user: TestUser) {
  const authenticator = new SoftwareAuthenticator();
  const challenge = await start(user);
  const { status, body } = await add(user, authenticator.create({ challenge, origin }));
  expect(status).toBe(201);
  return { authenticator, ...body };
}

const startLogin = async (): Promise<string> =>
  (await request(app, factors.passkeyOptions, { headers })).body.challenge;
const logIn = (response: Record<string, unknown>) =>
  request(app, factors.passkeyLogin, { headers, body: { response } });
const logInWith = async (authenticator: SoftwareAuthenticator, ceremony = {}) =>
  logIn(authenticator.get({ challenge: await startLogin(), origin, ...ceremony }));

describe('adding a passkey', () => {
  test('needs the password, and asks the browser for one that verifies its user', async () => {
    const teacher = await addTeacher();
    const ask = (typed: string) =>
      request(app, factors.startPasskey, {
        token: teacher.token,
        headers,
        body: { password: typed },
      });
    expect((await ask('khac12345')).body).toMatchObject({ reason: 'wrong_current_password' });
    const { authenticator } = await addPasskey(teacher);
    expect((await ask(password)).body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: teacher.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id }],
    });
  });

  test('the first brings recovery codes, and the password then asks for it', async () => {
    const teacher = await addTeacher();
    const { passkey, recoveryCodes } = await addPasskey(teacher);
    expect(passkey).toMatchObject({ name: 'Máy của tôi', usedAt: null });
    expect(recoveryCodes).toHaveLength(10);
    expect((await addPasskey(teacher)).recoveryCodes).toEqual([]);
    const { username } = teacher;
    const logInWithPassword = (code?: string) =>
      request(app, auth.login, { body: { username, password, ...(code && { code }) } });
    expect((await logInWithPassword()).body).toMatchObject({
      reason: 'second_factor_required',
      values: { methods: 'passkey' },
    });
    expect((await logInWithPassword('123456')).body.reason).toBe('wrong_code');
    expect((await logInWithPassword(recoveryCodes[0])).status).toBe(200);
  });

  test('a challenge is valid once, for its user and for five minutes', async () => {
    const [teacher, other] = [await addTeacher(), await addTeacher()];
    const challenge = await start(teacher);
    const create = (signed: string) =>
      new SoftwareAuthenticator().create({ challenge: signed, origin });
    expect((await add(other, create(challenge))).status).toBe(400);
    expect((await add(teacher, create(challenge))).status).toBe(201);
    expect((await add(teacher, create(challenge))).status).toBe(400);
    expect((await add(teacher, create(await startLogin()))).status).toBe(400);
    expect((await add(teacher, create('bWFkZSB1cA'))).status).toBe(400);
    const late = await start(teacher);
    await db.run(sql`
      update passkey_challenges set created_at = now() - interval '301 seconds'
      where challenge = ${late}`);
    expect((await add(teacher, create(late))).status).toBe(400);
  });

  test('of two concurrent requests with one challenge one succeeds', async () => {
    const teacher = await addTeacher();
    const challenge = await start(teacher);
    const requests = [1, 2].map(() =>
      add(teacher, new SoftwareAuthenticator().create({ challenge, origin })),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400]);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['that did not verify its user', { isVerified: false }],
  ])('a passkey %s is refused', async (_, ceremony) => {
    const teacher = await addTeacher();
    const challenge = await start(teacher);
    const authenticator = new SoftwareAuthenticator();
    const response = authenticator.create({ challenge, origin, ...ceremony });
    expect((await add(teacher, response)).status).toBe(400);
  });

  test('a passkey that another user has is refused', async () => {
    const [teacher, other] = [await addTeacher(), await addTeacher()];
    const { authenticator } = await addPasskey(teacher);
    const challenge = await start(other);
    expect((await add(other, authenticator.create({ challenge, origin }))).status).toBe(400);
  });

  test.each([
    [{}],
    [{ id: 'a', response: {} }],
    [{ id: 'a', response: { clientDataJSON: 'e30' } }],
    [{ id: 'a', response: { clientDataJSON: '%%%' } }],
    [{ id: 1, response: null }],
  ])('a malformed response is refused: %j', async (response) => {
    const teacher = await addTeacher();
    expect((await add(teacher, response)).status).toBe(400);
    expect((await logIn(response)).status).toBe(401);
  });
});

describe('a login with a passkey', () => {
  test('needs neither username nor password and opens a session of its own kind', async () => {
    const teacher = await addTeacher();
    const { authenticator } = await addPasskey(teacher);
    const { body: options } = await request(app, factors.passkeyOptions, { headers });
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const { status, body } = await logInWith(authenticator);
    expect(status).toBe(200);
    expect((await request(app, auth.me, { token: body.token })).body.id).toBe(teacher.id);
    const list = (await request(app, sessions.list, { token: body.token })).body.sessions;
    expect(list[0]).toMatchObject({ isCurrent: true, openedBy: 'passkey' });
    const { passkeys } = (await request(app, factors.read, { token: body.token })).body;
    expect(passkeys).toMatchObject([{ name: 'Máy của tôi', usedAt: expect.any(String) }]);
    expect((await logInWith(authenticator)).status).toBe(200);
  });

  test('a signed challenge opens one session, also in parallel', async () => {
    const { authenticator } = await addPasskey(await addTeacher());
    const response = authenticator.get({ challenge: await startLogin(), origin });
    const statuses = (await Promise.all([1, 2, 3].map(() => logIn(response)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    expect((await logIn(response)).body).toMatchObject({ reason: 'passkey_rejected' });
  });

  test('needs a challenge of a login that is at most five minutes old', async () => {
    const teacher = await addTeacher();
    const { authenticator } = await addPasskey(teacher);
    const logInFor = (challenge: string) => logIn(authenticator.get({ challenge, origin }));
    expect((await logInFor('bWFkZSB1cA')).status).toBe(401);
    expect((await logInFor(await start(teacher))).status).toBe(401);
    const late = await startLogin();
    await db.run(sql`
      update passkey_challenges set created_at = now() - interval '301 seconds'
      where challenge = ${late}`);
    expect((await logInFor(late)).status).toBe(401);
  });

  test.each([
    ['on another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without verification of the user', { isVerified: false }],
  ])('%s is refused', async (_, ceremony) => {
    const { authenticator } = await addPasskey(await addTeacher());
    expect((await logInWith(authenticator, ceremony)).status).toBe(401);
  });

  test('an unknown passkey, another key and a copied one with an old counter are refused', async () => {
    const { authenticator } = await addPasskey(await addTeacher());
    expect((await logInWith(new SoftwareAuthenticator())).status).toBe(401);
    const challenge = await startLogin();
    const forged = new SoftwareAuthenticator().get({ challenge, origin });
    const { id } = authenticator;
    expect((await logIn({ ...forged, id, rawId: id })).status).toBe(401);
    expect((await logInWith(authenticator)).status).toBe(200);
    authenticator.counter = 0;
    expect((await logInWith(authenticator)).status).toBe(401);
  });

  test('is refused for an inactive or deleted user', async () => {
    const teacher = await addTeacher();
    const { authenticator } = await addPasskey(teacher);
    await db.run(sql`update users set status = 'inactive' where id = ${teacher.id}`);
    expect((await logInWith(authenticator)).body).toMatchObject({ reason: 'account_locked' });
    await db.run(sql`
      update users set status = 'active', deleted_at = now() where id = ${teacher.id}`);
    expect((await logInWith(authenticator)).status).toBe(401);
  });

  test('ends with the passkey, which only its owner removes with the password', async () => {
    const [teacher, other] = [await addTeacher(), await addTeacher()];
    const { authenticator, passkey } = await addPasskey(teacher);
    const remove = ({ token }: TestUser, typed = password) =>
      request(app, factors.removePasskey, {
        token,
        params: { id: passkey.id },
        body: { password: typed },
      });
    expect((await remove(teacher, 'khac12345')).status).toBe(400);
    expect((await remove(other)).status).toBe(404);
    expect((await logInWith(authenticator)).status).toBe(200);
    expect((await remove(teacher)).status).toBe(200);
    expect((await logInWith(authenticator)).status).toBe(401);
    const { username } = teacher;
    expect((await request(app, auth.login, { body: { username, password } })).status).toBe(200);
  });
});

test('behind a proxy, passkeys belong to the host of PUBLIC_URL', async () => {
  const publicUrl = new URL('https://lop.example.vn/');
  const publicApp = await makeTestApp(database, { publicUrl }, onTestFinished);
  const teacher = await addTeacher();
  const authenticator = new SoftwareAuthenticator();
  const send = { token: teacher.token, headers: { origin: 'https://evil.example' } };
  const options = await request(publicApp, factors.startPasskey, { ...send, body: { password } });
  expect(options.body.rp.id).toBe('lop.example.vn');
  const { challenge } = options.body;
  const response = authenticator.create({ challenge, origin: 'https://lop.example.vn' });
  const body = { name: 'Máy', response };
  expect((await request(publicApp, factors.addPasskey, { ...send, body })).status).toBe(201);
});

test('cleanup deletes old challenges and apps that were never confirmed', async () => {
  const teacher = await addTeacher();
  const { authenticator } = await addPasskey(teacher);
  const [old, recent] = [await startLogin(), await startLogin()];
  const startApp = { token: teacher.token, body: { password } };
  await request(app, factors.startApp, startApp);
  await deleteOldLoginRecords(db);
  const countApps = () =>
    db.value(z.number(), sql`select count(*) from authenticators where user_id = ${teacher.id}`);
  expect(await countApps()).toBe(1);
  await db.run(sql`
    update passkey_challenges set created_at = now() - interval '6 minutes'
    where challenge = ${old}`);
  await db.run(sql`
    update authenticators set created_at = now() - interval '2 hours'
    where user_id = ${teacher.id}`);
  await deleteOldLoginRecords(db);
  expect(await countApps()).toBe(0);
  const left = await db.values(z.string(), sql`select challenge from passkey_challenges`);
  expect(left).toContain(recent);
  expect(left).not.toContain(old);
  expect((await logIn(authenticator.get({ challenge: recent, origin }))).status).toBe(200);
});
