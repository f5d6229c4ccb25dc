import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addSchool, addUser, password } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db, pool } = database;
const app = await makeTestApp(database);
const schoolId = await addSchool(db);

test.each([
  ['gets a new password', "password_hash = 'another'"],
  ['is deactivated', "status = 'inactive'"],
  ['is deleted', 'deleted_at = now()'],
])('an account that %s during the password check cannot log in', async (_, change) => {
  const { id, username } = await addUser(database, { role: 'Teacher', school_id: schoolId });
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`update users set ${change} where id = $1`, [id]);
  await client.query('delete from sessions where user_id = $1', [id]);
  let isDone = false;
  const login = request(app, auth.login, { body: { username, password } }).finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await isWaitingForLock())).toBe(true);
  await client.query('commit');
  client.release();

  expect(await login).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated', message: messages.login.wrong },
  });
  expect(await db.value(z.number(), sql`select count(*) from sessions where user_id = ${id}`)).toBe(
    0,
  );
});

async function isWaitingForLock(): Promise<boolean> {
  const waiting = await db.run(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return waiting > 0;
}
