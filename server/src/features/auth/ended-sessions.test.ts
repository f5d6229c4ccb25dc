import { setTimeout as pause } from 'node:timers/promises';
import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { posts } from '@lop-xanh/contract/posts';
import { describe, expect, test } from 'vitest';
import { openSession } from '../../http/authentication.ts';
import { addressOf, openStream } from '../../testing/notifications.ts';
import { addTwoSchools, addUser, password, type TestUser } from '../../testing/people.ts';
import { form, jpeg } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
await app.listen({ port: 0, host: '127.0.0.1' });
const { ours, admin } = await addTwoSchools(database);

/** Long enough for what happens at once, and much shorter than the time between two beats of a stream. */
const atOnceMs = 10_000;

const photo = form([{ name: 'a.jpg', content: jpeg }]);
const post = await sendForm(app, posts.create.path, photo, { token: ours.teacher.token });

/** A teacher's session with a photo on its screen and a stream that is open. */
async function openScreen(token: string) {
  const read = await request(app, posts.read, { token, params: { id: post.body.id } });
  const { url } = read.body.attachments[0];
  const fileStatus = async () => (await app.inject({ url })).statusCode;
  expect(await fileStatus()).toBe(200);
  const { heard, ended } = await openStream(addressOf(app), token);
  // What comes next is not about its beginning.
  await expect.poll(() => heard.length).toBe(1);
  return { fileStatus, ended };
}

const ofPerson = ({ id }: TestUser, by = admin) => ({ token: by.token, params: { id } });
const newPassword = { current: password, next: 'moi123456' };

/** Ways in which the session of this token ends; `other` is another session of the same person. */
const endings: [string, (person: TestUser, other: string) => Promise<{ status: number }>][] = [
  ['its logout', ({ token }) => request(app, auth.logout, { token })],
  ['a logout of the others', (_, other) => request(app, auth.logoutOthers, { token: other })],
  [
    'a changed password elsewhere',
    (_, other) => request(app, auth.changePassword, { token: other, body: newPassword }),
  ],
  ['a reset', (person) => request(app, accounts.reset, ofPerson(person))],
  [
    'deactivation',
    (person) => request(app, accounts.edit, { ...ofPerson(person), body: { status: 'inactive' } }),
  ],
  ['deletion', (person) => request(app, accounts.remove, ofPerson(person))],
];

describe('a session that ended', () => {
  test.each(endings)('by %s has no file addresses and no stream any more', async (_, end) => {
    const person = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
    const screen = await openScreen(person.token);
    const { status } = await end(person, await openSession(db, person.id));
    expect(status).toBe(200);
    expect(await screen.fileStatus()).toBe(403);
    const inTime = Promise.race([screen.ended, pause(atOnceMs, 'still open')]);
    expect(await inTime).toBeUndefined();
  });

  test('takes no file addresses of other sessions with it', async () => {
    const person = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
    const other = await openScreen(await openSession(db, person.id));
    await request(app, auth.logout, { token: person.token });
    expect(await other.fileStatus()).toBe(200);
  });
});

test('a session that changes its password keeps the photos on its screen and its stream', async () => {
  const person = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
  const screen = await openScreen(person.token);
  const { body } = await request(app, auth.changePassword, {
    token: person.token,
    body: newPassword,
  });
  expect((await request(app, auth.me, { token: person.token })).status).toBe(401);
  expect((await request(app, auth.me, { token: body.token })).status).toBe(200);
  expect(await screen.fileStatus()).toBe(200);
  await request(app, auth.logout, { token: body.token });
  expect(await screen.fileStatus()).toBe(403);
  expect(await Promise.race([screen.ended, pause(atOnceMs, 'still open')])).toBeUndefined();
});
