import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { factors } from '@lop-xanh/contract/factors';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addAuthenticatorApp } from '../../testing/factors.ts';
import { addSchool, addUser, password, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { resetAdminAccess } from './admin-accounts.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);
const admin = await addUser(database, { role: 'Admin' });
const mod = await addUser(database, { role: 'Mod', school_id: schoolId });

const addWithApp = async (role: 'Teacher' | 'Mod' | 'Admin', school_id = schoolId) => {
  const user = await addUser(database, { role, ...(role !== 'Admin' && { school_id }) });
  await addAuthenticatorApp(app, db, user);
  return user;
};
const reset = async ({ token }: TestUser, { id }: TestUser) =>
  (await request(app, factors.reset, { token, params: { id } })).status;
const logIn = async ({ username }: TestUser, typed = password) =>
  (await request(app, auth.login, { body: { username, password: typed } })).body.reason;

test('a Mod removes the lost second factor of a teacher, whose sessions end', async () => {
  const teacher = await addWithApp('Teacher');
  expect(await logIn(teacher)).toBe('second_factor_required');
  expect(await reset(mod, teacher)).toBe(200);
  expect((await request(app, auth.me, { token: teacher.token })).status).toBe(401);
  expect(await logIn(teacher)).toBeUndefined();
  const left = await db.value(
    z.number(),
    sql`select count(*) from recovery_codes where user_id = ${teacher.id}`,
  );
  expect(left).toBe(0);
  // Nothing is left to remove.
  expect(await reset(mod, teacher)).toBe(200);
  const { body } = await request(app, audit.list, {
    token: mod.token,
    query: { subject: 'second_factor', subject_id: teacher.id, action: 'reset' },
  });
  expect(body.audit).toMatchObject([{ actor: mod.username, action: 'reset' }]);
});

test('an Admin removes that of a Mod, and nobody that of others, an Admin or themselves', async () => {
  const otherMod = await addWithApp('Mod');
  const otherAdmin = await addWithApp('Admin');
  const stranger = await addWithApp('Teacher', await addSchool(db, 'TH Lê Lợi'));
  expect(await reset(mod, otherMod)).toBe(404);
  expect(await reset(mod, stranger)).toBe(404);
  expect(await reset(admin, otherAdmin)).toBe(403);
  expect(await reset(otherAdmin, otherAdmin)).toBe(403);
  expect(await reset(otherMod, otherMod)).toBe(404);
  for (const user of [otherMod, otherAdmin, stranger]) {
    expect(await logIn(user)).toBe('second_factor_required');
  }
  expect(await reset(admin, otherMod)).toBe(200);
  expect(await logIn(otherMod)).toBeUndefined();
});

test('the command that resets an Admin also removes the second factor', async () => {
  const lost = await addWithApp('Admin');
  const newPassword = await resetAdminAccess(db, lost.username);
  expect(await logIn(lost, newPassword)).toBeUndefined();
  const entries = await db.values(
    z.string(),
    sql`
      select subject from audit_log
      where subject_id = ${lost.id} and action = 'reset' and actor = '' order by subject`,
  );
  expect(entries).toEqual(['account', 'second_factor']);
});
