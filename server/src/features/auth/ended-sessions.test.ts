import { setTimeout as pause } from 'node:timers/promises';
import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { posts } from '@lop-xanh/contract/posts';
import { describe, expect, test } from 'vitest';
import { addTwoSchools, addUser, password, type TestUser } from '../../testing/fixtures.ts';
import { getAddress, openStream } from '../../testing/notifications.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openSession } from './sessions.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
await app.listen({ port: 0, host: '127.0.0.1' });
const { ours, admin } = await addTwoSchools(database);

/** Much shorter than the interval between two heartbeats of a stream. */
const timeoutMs = 10_000;

const photo = makePostForm([{ name: 'a.jpg', content: jpeg }]);
const post = await sendForm(app, posts.create.path, photo, { token: ours.teacher.token });

/** Loads a post with a photo and opens a notification stream. */
async function openScreen(token: string) {
  const read = await request(app, posts.read, { token, params: { id: post.body.id } });
  const { url } = read.body.attachments[0];
  const fileStatus = async () => (await app.inject({ url })).statusCode;
  expect(await fileStatus()).toBe(200);
  const { unreadCounts, ended } = await openStream(getAddress(app), token);
  // Skip the first event of the stream.
  await expect.poll(() => unreadCounts.length).toBe(1);
  return { fileStatus, ended };
}

const asAdmin = ({ id }: TestUser) => ({ token: admin.token, params: { id } });
const newPassword = { current: password, next: 'moi123456' };

/** End the user's session; `otherToken` belongs to another session of the same user. */
const endings: [string, (user: TestUser, otherToken: string) => Promise<{ status: number }>][] = [
  ['a logout', ({ token }) => request(app, auth.logout, { token })],
  [
    'a logout of all other sessions',
    (_, otherToken) => request(app, auth.logoutOthers, { token: otherToken }),
  ],
  [
    'a password change in another session',
    (_, otherToken) => request(app, auth.changePassword, { token: otherToken, body: newPassword }),
  ],
  ['a reset', (user) => request(app, accounts.resetPassword, asAdmin(user))],
  [
    'deactivation',
    (user) => request(app, accounts.edit, { ...asAdmin(user), body: { status: 'inactive' } }),
  ],
  ['deletion', (user) => request(app, accounts.delete, asAdmin(user))],
];

describe('a session that ended', () => {
  test.each(endings)('by %s loses its file URLs and its stream', async (_, end) => {
    const mod = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
    const screen = await openScreen(mod.token);
    const { status } = await end(mod, await openSession(db, mod.id));
    expect(status).toBe(200);
    expect(await screen.fileStatus()).toBe(403);
    const outcome = await Promise.race([screen.ended, pause(timeoutMs, 'still open')]);
    expect(outcome).toBeUndefined();
  });

  test('does not affect the file URLs of other sessions', async () => {
    const mod = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
    const other = await openScreen(await openSession(db, mod.id));
    await request(app, auth.logout, { token: mod.token });
    expect(await other.fileStatus()).toBe(200);
  });
});

test('a session that changes its password keeps its file URLs and its stream', async () => {
  const mod = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
  const screen = await openScreen(mod.token);
  const { body } = await request(app, auth.changePassword, {
    token: mod.token,
    body: newPassword,
  });
  expect((await request(app, auth.me, { token: mod.token })).status).toBe(401);
  expect((await request(app, auth.me, { token: body.token })).status).toBe(200);
  expect(await screen.fileStatus()).toBe(200);
  await request(app, auth.logout, { token: body.token });
  expect(await screen.fileStatus()).toBe(403);
  expect(await Promise.race([screen.ended, pause(timeoutMs, 'still open')])).toBeUndefined();
});
