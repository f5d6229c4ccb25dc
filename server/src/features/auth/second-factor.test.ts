import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { factors } from '@lop-xanh/contract/factors';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addAuthenticatorApp, showCode } from '../../testing/factors.ts';
import { addSchool, addUser, password, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { loginLimits } from './login-throttle.rules.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

beforeEach(() => db.run(sql`delete from login_tries`));

const addTeacher = () => addUser(database, { role: 'Teacher', school_id: schoolId });
const read = async ({ token }: TestUser) => (await request(app, factors.read, { token })).body;
const startApp = ({ token }: TestUser, typed = password) =>
  request(app, factors.startApp, { token, body: { password: typed } });
const confirmApp = ({ token }: TestUser, code: string) =>
  request(app, factors.confirmApp, { token, body: { code } });

/** A code that the app shows at no time near now. */
const showWrongCode = (secret: string) => {
  const shown = [-2, -1, 0, 1, 2].map((steps) => showCode(secret, steps));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !shown.includes(code),
  ) as string;
};

const addApp = (user: TestUser) => addAuthenticatorApp(app, db, user);

const logIn = async ({ username }: TestUser, code?: string, remoteAddress = '203.0.113.7') => {
  const response = await app.inject({
    method: auth.login.method,
    url: auth.login.path,
    payload: { username, password, ...(code !== undefined && { code }) },
    remoteAddress,
  });
  return { status: response.statusCode, body: response.json() };
};

describe('an authenticator app', () => {
  test('is added with the password and a code, and brings ten recovery codes', async () => {
    const teacher = await addTeacher();
    expect(await read(teacher)).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 });
    const { status, body } = await startApp(teacher);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(body.uri).searchParams.get('secret')).toBe(body.secret);
    expect(decodeURIComponent(body.uri)).toContain(`Lớp Xanh:${teacher.username}`);
    // Not before a code proves that the app has the secret.
    expect(await read(teacher)).toMatchObject({ hasApp: false });
    expect((await logIn(teacher)).status).toBe(200);

    const code = showCode(body.secret);
    const { recoveryCodes } = (await confirmApp(teacher, code)).body;
    expect((await logIn(teacher, code)).body.reason).toBe('wrong_code');
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await read(teacher)).toEqual({
      hasApp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      isRequired: false,
    });
  });

  test('needs the right password, a right code and a recent secret', async () => {
    const teacher = await addTeacher();
    expect((await startApp(teacher, 'khac12345')).body).toMatchObject({
      reason: 'wrong_current_password',
      issues: [{ path: 'password' }],
    });
    expect((await confirmApp(teacher, '123456')).body).toMatchObject({ reason: 'wrong_code' });
    const { secret } = (await startApp(teacher)).body;
    const wrong = await confirmApp(teacher, showWrongCode(secret));
    expect({ status: wrong.status, path: wrong.body.issues[0].path }).toEqual({
      status: 400,
      path: 'code',
    });
    await db.run(sql`
      update authenticators set created_at = now() - interval '61 minutes'
      where user_id = ${teacher.id}`);
    expect((await confirmApp(teacher, showCode(secret))).status).toBe(400);
  });

  test('is not replaced by another one until it is removed', async () => {
    const teacher = await addTeacher();
    await addApp(teacher);
    expect((await startApp(teacher)).body).toMatchObject({ reason: 'app_already_added' });
    const remove = (typed: string) =>
      request(app, factors.removeApp, { token: teacher.token, body: { password: typed } });
    expect((await remove('khac12345')).status).toBe(400);
    expect((await logIn(teacher)).status).toBe(401);
    expect((await remove(password)).status).toBe(200);
    expect((await logIn(teacher)).status).toBe(200);
    // Recovery codes go with the last factor, and the next first factor brings new ones.
    expect(await read(teacher)).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 });
    expect((await addApp(teacher)).recoveryCodes).toHaveLength(10);
  });

  test('of a student or parent does not exist', async () => {
    for (const role of ['Student', 'Parent'] as const) {
      const user = await addUser(database, { role, school_id: schoolId });
      expect((await startApp(user)).status).toBe(403);
    }
  });
});

describe('a login with a second factor', () => {
  test('asks for a code only after the right password', async () => {
    const teacher = await addTeacher();
    const { secret } = await addApp(teacher);
    const { status, body } = await logIn(teacher);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      code: 'unauthenticated',
      reason: 'second_factor_required',
      values: { methods: 'app' },
    });
    const wrongPassword = await request(app, auth.login, {
      body: { username: teacher.username, password: 'khac12345', code: showCode(secret) },
    });
    expect(wrongPassword.body).toMatchObject({ reason: 'wrong_login' });
    const login = await logIn(teacher, showCode(secret));
    expect(login.status).toBe(200);
    expect((await request(app, auth.me, { token: login.body.token })).status).toBe(200);
  });

  test('accepts a code with a space, or from an app that is a little ahead, but no other one', async () => {
    const teacher = await addTeacher();
    const { secret } = await addApp(teacher);
    const forgetSteps = () =>
      db.run(sql`update authenticators set last_step = 0 where user_id = ${teacher.id}`);
    for (const steps of [0, 1]) {
      await forgetSteps();
      const code = showCode(secret, steps);
      expect((await logIn(teacher, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    }
    await forgetSteps();
    for (const steps of [-3, 3]) {
      expect((await logIn(teacher, showCode(secret, steps))).body.reason).toBe('wrong_code');
    }
  });

  test('refuses a code that was used, and every earlier one', async () => {
    const teacher = await addTeacher();
    const { secret } = await addApp(teacher);
    const [code, earlier] = [showCode(secret, 1), showCode(secret)];
    expect((await logIn(teacher, code)).status).toBe(200);
    for (const used of [code, earlier]) {
      expect(await logIn(teacher, used)).toMatchObject({
        status: 400,
        body: { reason: 'wrong_code', issues: [{ path: 'code', reason: 'wrong_code' }] },
      });
    }
  });

  test('of five concurrent logins with one code one succeeds', async () => {
    const teacher = await addTeacher();
    const { secret, recoveryCodes } = await addApp(teacher);
    for (const code of [showCode(secret, 1), recoveryCodes[0]]) {
      await db.run(sql`delete from login_tries`);
      const logins = Array.from({ length: 5 }, () => logIn(teacher, code));
      const statuses = (await Promise.all(logins)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
  });

  test('accepts each recovery code once, however it is typed, and only its owner’s', async () => {
    const [teacher, other] = [await addTeacher(), await addTeacher()];
    const { recoveryCodes } = await addApp(teacher);
    await addApp(other);
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(other, first)).body.reason).toBe('wrong_code');
    expect((await logIn(teacher, first)).status).toBe(200);
    expect((await logIn(teacher, first)).body.reason).toBe('wrong_code');
    expect((await logIn(teacher, ` ${second.replace('-', ' ').toUpperCase()}`)).status).toBe(200);
    expect(await read(teacher)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test('new recovery codes replace the former ones', async () => {
    const teacher = await addTeacher();
    const { recoveryCodes } = await addApp(teacher);
    const renew = (typed: string) =>
      request(app, factors.renewRecoveryCodes, {
        token: teacher.token,
        body: { password: typed },
      });
    expect((await renew('khac12345')).status).toBe(400);
    const { body } = await renew(password);
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await logIn(teacher, recoveryCodes[0])).body.reason).toBe('wrong_code');
    expect((await logIn(teacher, body.recoveryCodes[0])).status).toBe(200);
  });

  test('stays asked for after a change of the password', async () => {
    const teacher = await addTeacher();
    const { secret } = await addApp(teacher);
    const next = 'hoa-sen-42-trang';
    await request(app, auth.changePassword, {
      token: teacher.token,
      body: { current: password, next },
    });
    const logInWithNext = (code?: string) =>
      request(app, auth.login, {
        body: { username: teacher.username, password: next, ...(code && { code }) },
      });
    expect((await logInWithNext()).body.reason).toBe('second_factor_required');
    expect((await logInWithNext(showCode(secret))).status).toBe(200);
  });
});

describe('guesses of a code', () => {
  const { free } = loginLimits.code;

  test('of forty concurrent logins from forty networks five are checked', async () => {
    const teacher = await addTeacher();
    const { secret } = await addApp(teacher);
    const code = showWrongCode(secret);
    const logins = Array.from({ length: 40 }, (_, index) =>
      logIn(teacher, code, `198.51.100.${index}`),
    );
    const reasons = (await Promise.all(logins)).map(({ body }) => body.reason);
    expect(reasons.filter((reason) => reason === 'wrong_code')).toHaveLength(free);
    expect(reasons.filter((reason) => reason.startsWith('too_many_codes'))).toHaveLength(40 - free);
    // Even the right code must wait now.
    expect((await logIn(teacher, showCode(secret), '192.0.2.1')).status).toBe(429);
  });

  test('are not forgotten when the password is typed again without a code', async () => {
    const teacher = await addTeacher();
    const { secret, recoveryCodes } = await addApp(teacher);
    const code = showWrongCode(secret);
    const reasons = [];
    for (let attempt = 0; attempt <= free; attempt++) {
      expect((await logIn(teacher)).body.reason).toBe('second_factor_required');
      // Wrong recovery codes are counted together with them.
      reasons.push((await logIn(teacher, attempt % 2 ? code : 'aaaa-aaaa')).body.reason);
    }
    expect(reasons.slice(0, free)).toEqual(Array(free).fill('wrong_code'));
    expect(reasons[free]).toBe('too_many_codes_wait_seconds');
    expect((await logIn(teacher, recoveryCodes[0])).status).toBe(429);
  });

  test('in a session are counted too', async () => {
    const teacher = await addTeacher();
    const { secret } = (await startApp(teacher)).body;
    const code = showWrongCode(secret);
    for (let attempt = 0; attempt < free; attempt++) {
      expect((await confirmApp(teacher, code)).status).toBe(400);
    }
    expect((await confirmApp(teacher, showCode(secret))).status).toBe(429);
  });

  test('a right code ends the count', async () => {
    const teacher = await addTeacher();
    const { secret, recoveryCodes } = await addApp(teacher);
    for (const right of recoveryCodes.slice(0, 2)) {
      for (let attempt = 1; attempt < free; attempt++) {
        expect((await logIn(teacher, showWrongCode(secret))).status).toBe(400);
      }
      expect((await logIn(teacher, right)).status).toBe(200);
    }
  });
});

test('recovery codes are stored as slow hashes', async () => {
  const teacher = await addTeacher();
  const { recoveryCodes } = await addApp(teacher);
  const hashes = await db.values(
    z.instanceof(Buffer),
    sql`select code_hash from recovery_codes where user_id = ${teacher.id}`,
  );
  expect(hashes).toHaveLength(10);
  for (const hash of hashes) {
    expect(hash).toHaveLength(32);
    expect(recoveryCodes.map((code) => code.replace('-', ''))).not.toContain(hash.toString());
  }
});

test('the audit log tells who added and removed a factor, without secrets', async () => {
  const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
  const teacher = await addTeacher();
  await addApp(teacher);
  await request(app, factors.removeApp, { token: teacher.token, body: { password } });
  const { body } = await request(app, audit.list, {
    token: mod.token,
    query: { subject: 'second_factor', subject_id: teacher.id },
  });
  const entry = { actor: teacher.username, subject_role: 'Teacher', details: { kind: 'app' } };
  expect(body.audit).toMatchObject([
    { action: 'deleted', ...entry },
    { action: 'created', ...entry },
  ]);
});
