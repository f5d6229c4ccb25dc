import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { factors } from '@lop-xanh/contract/factors';
import { notifications } from '@lop-xanh/contract/notifications';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { createSignerLoader } from '../../storage/signed-urls.ts';
import { addAuthenticatorApp } from '../../testing/factors.ts';
import { addSchool, addUser, findSessionId, password } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database, { requiresSecondFactor: true });
const schoolId = await addSchool(db);

test('REQUIRE_SECOND_FACTOR is off unless it is 1', () => {
  expect(readConfig({}).requiresSecondFactor).toBe(false);
  expect(readConfig({ REQUIRE_SECOND_FACTOR: '0' }).requiresSecondFactor).toBe(false);
  expect(readConfig({ REQUIRE_SECOND_FACTOR: '1' }).requiresSecondFactor).toBe(true);
  expect(() => readConfig({ REQUIRE_SECOND_FACTOR: 'yes' })).toThrow('REQUIRE_SECOND_FACTOR');
});

test.each(['Admin', 'Mod'] as const)(
  'a required second factor lets an %s do nothing else first',
  async (role) => {
    const user = await addUser(database, { role, ...(role === 'Mod' && { school_id: schoolId }) });
    const { token } = user;
    const readUsers = () => request(app, accounts.list, { token, query: { school_id: schoolId } });
    const readProfile = async () => (await request(app, auth.me, { token })).body;
    const signer = await createSignerLoader(db)();
    const fileUrl = signer.sign('/uploads/posts/khong-co.webp', {
      session_id: await findSessionId(db, token),
    });
    const readFile = async () => (await app.inject({ url: fileUrl })).statusCode;

    expect((await readProfile()).mustAddFactor).toBe(true);
    expect((await request(app, factors.read, { token })).body.isRequired).toBe(true);
    expect(await readUsers()).toMatchObject({
      status: 403,
      body: { code: 'second_factor_missing', reason: 'second_factor_missing' },
    });
    expect(await readFile()).toBe(403);
    await addAuthenticatorApp(app, db, user);
    expect((await readProfile()).mustAddFactor).toBe(false);
    expect((await readUsers()).status).toBe(200);
    expect(await readFile()).toBe(404);
    await request(app, factors.removeApp, { token, body: { password } });
    expect((await readUsers()).status).toBe(403);
  },
);

test.each(['Teacher', 'Student', 'Parent'] as const)(
  'no second factor is required of a %s',
  async (role) => {
    const { token } = await addUser(database, { role, school_id: schoolId });
    expect((await request(app, auth.me, { token })).body.mustAddFactor).toBe(false);
    expect((await request(app, notifications.list, { token })).status).toBe(200);
  },
);
