import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { expect, test } from 'vitest';
import { addTwoSchools, password } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { passwordQueue } from '../auth/passwords.service.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours, admin } = await addTwoSchools(database);
const { token } = admin;

const student = {
  username: 'be.na',
  password: 'bimat1234',
  email: 'na@example.vn',
  school_id: ours.schoolId,
};
const params = { id: ours.student.id };
const makeKeyHeaders = (name: string) => ({ 'idempotency-key': name });

/** All requests that hash or check one password. Imports and class resets hash in the background. */
const requests: [name: string, send: () => Promise<{ status: number }>][] = [
  ['a login', () => request(app, auth.login, { body: { username: ours.mod.username, password } })],
  [
    'a change of password',
    () =>
      request(app, auth.changePassword, {
        token: ours.parent.token,
        body: { current: password, next: 'moi123456' },
      }),
  ],
  [
    'a new account',
    () => request(app, accounts.create, { token, body: { ...student, role: 'Student' } }),
  ],
  [
    'a new student with an idempotency key',
    () =>
      request(app, accounts.createStudent, {
        token,
        body: { ...student, username: 'be.bi' },
        headers: makeKeyHeaders('moi'),
      }),
  ],
  [
    'an edit',
    () => request(app, accounts.edit, { token, params, body: { password: 'bimat5678' } }),
  ],
  [
    'an edit of a student with an idempotency key',
    () =>
      request(app, accounts.editStudent, {
        token,
        params,
        body: { password: 'bimat9012' },
        headers: makeKeyHeaders('sua'),
      }),
  ],
  ['a reset', () => request(app, accounts.resetPassword, { token, params })],
];

test.each(requests)(
  '%s waits for the password queue without an open transaction',
  async (_, send) => {
    const release = occupyQueue();
    const response = send();
    await expect.poll(() => passwordQueue.waiting).toBe(2);
    const { rows } = await database.pool.query(
      `select state, query from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
    );
    release();
    expect(rows).toEqual([]);
    expect((await response).status).toBeLessThan(300);
  },
);

/** Fills the password queue until it is released. */
function occupyQueue(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  while (passwordQueue.waiting === 0) void passwordQueue.run('test', () => released);
  return release;
}
