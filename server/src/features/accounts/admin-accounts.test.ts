import { auth } from '@lop-xanh/contract/auth';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addSchool, addUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { createAdmin, resetAdminAccess } from './admin-accounts.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

test('the first Admin logs in with the printed password and must change it', async () => {
  const password = await createAdmin(db, 'hieu.truong');
  const { body } = await request(app, auth.login, { body: { username: 'hieu.truong', password } });
  const me = await request(app, auth.me, { token: body.token });
  expect(me.body).toMatchObject({ role: 'Admin', isChangePass: true, school_id: null });
});

test.each([
  ['ab', 'at least 3 characters'],
  ['', 'at least 3 characters'],
  ['có dấu', 'Only letters'],
  ['a b c', 'Only letters'],
])('the username %j is rejected', async (username, reason) => {
  await expect(createAdmin(db, username)).rejects.toThrow(reason);
});

test('a taken username is rejected whatever its letter case', async () => {
  await createAdmin(db, 'trung.ten');
  await expect(createAdmin(db, 'Trung.Ten')).rejects.toThrow('taken');
});

test('resetting an Admin ends their sessions and is written to the audit log', async () => {
  const admin = await addUser(database, { role: 'Admin' });
  const password = await resetAdminAccess(db, admin.username);
  expect((await request(app, auth.me, { token: admin.token })).status).toBe(401);
  const login = await request(app, auth.login, { body: { username: admin.username, password } });
  expect(login.status).toBe(200);
  const entries = await db.many(
    z.object({ action: z.string(), actor: z.string() }),
    sql`select action, actor from audit_log where subject_id = ${admin.id}`,
  );
  expect(entries).toEqual([{ action: 'reset', actor: '' }]);
});

test('the command resets only Admins', async () => {
  const mod = await addUser(database, { role: 'Mod', school_id: await addSchool(db) });
  await expect(resetAdminAccess(db, mod.username)).rejects.toThrow('no Admin');
  expect((await request(app, auth.me, { token: mod.token })).status).toBe(200);
});
