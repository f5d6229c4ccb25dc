import { randomBytes } from 'node:crypto';
import { auth } from '@lop-xanh/contract/auth';
import { push } from '@lop-xanh/contract/push';
import { pushKinds } from '@lop-xanh/contract/rules/push-kinds';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { addUser, type TestUser } from '../../testing/fixtures.ts';
import { makePushSchool, readKinds } from '../../testing/push-school.ts';
import { request } from '../../testing/test-app.ts';

const school = await makePushSchool();
const { service, database, app, ours, addRecipient, countSubscriptions, notify, subscribeAs } =
  school;
const { db } = database;
const sender = school.createSender();

describe('a subscription', () => {
  test.each([
    ['a logout', ({ token }: TestUser) => request(app, auth.logout, { token })],
    ['unsubscribing', ({ token }: TestUser) => request(app, push.unsubscribe, { token })],
    [
      'the end of its session',
      ({ id }: TestUser) => db.run(sql`delete from sessions where user_id = ${id}`),
    ],
  ])('ends with %s', async (_, end) => {
    const { user, browser } = await addRecipient();
    await notify(user);
    await end(user);
    expect(await countSubscriptions(user)).toBe(0);
    await notify(user);
    await sender.drain();
    expect(browser.received).toEqual([]);
  });

  test('of a browser belongs to who logged in last', async () => {
    const { user: first, browser } = await addRecipient();
    const { user: second } = await addRecipient();
    await subscribeAs(second.token, browser.subscription);
    expect([await countSubscriptions(first), await countSubscriptions(second)]).toEqual([0, 1]);
    await notify(first);
    await notify(second, 'post_new');
    await sender.drain();
    expect(readKinds(browser)).toEqual(['posts']);
  });

  test('replaces the earlier one of its session', async () => {
    const { user, browser } = await addRecipient();
    const next = service.addBrowser();
    await notify(user);
    await subscribeAs(user.token, next.subscription);
    await sender.drain();
    expect([readKinds(browser), readKinds(next)]).toEqual([[], ['comments']]);
  });

  const { keys } = service.addBrowser().subscription;
  test.each([
    ['a loopback address', 'http://127.0.0.1:1/send'],
    ['a private address', 'https://10.0.0.1/send'],
    ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data'],
    ['any other host', 'https://example.com/send'],
    ['a host that ends like a push service', 'https://evilpush.apple.com/send'],
    ['a host that starts like a push service', 'https://fcm.googleapis.com.example.com/send'],
    ['a push service without encryption', 'http://fcm.googleapis.com/fcm/send/x'],
    ['another port of a push service', 'https://fcm.googleapis.com:22/fcm/send/x'],
    ['a push service with a password', 'https://a:b@fcm.googleapis.com/fcm/send/x'],
    ['the test service with a password', `${service.origin.replace('//', '//a@')}/send`],
  ])('cannot name %s', async (_, endpoint) => {
    const user = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
    const { status, body } = await subscribeAs(user.token, { endpoint, keys });
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'endpoint']);
    expect(await countSubscriptions(user)).toBe(0);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://sg2p.notify.windows.com/w/?token=x',
  ])('can name %s', async (endpoint) => {
    const user = await addUser(database, { role: 'Student', school_id: ours.schoolId });
    expect((await subscribeAs(user.token, { endpoint, keys })).status).toBe(200);
  });

  test.each([
    ['a short secret', { ...keys, auth: randomBytes(15).toString('base64url') }],
    ['a point that is not on the curve', { ...keys, p256dh: `BA${'A'.repeat(85)}` }],
    ['a text that is not base64url', { ...keys, p256dh: 'bố mẹ' }],
  ])('cannot have the keys of %s', async (_, wrongKeys) => {
    const { endpoint } = service.addBrowser().subscription;
    const { status, body } = await subscribeAs(ours.mod.token, { endpoint, keys: wrongKeys });
    expect([status, body.issues[0].path]).toEqual([400, 'keys']);
  });
});

test('a user sees the kinds of their role, and which are muted', async () => {
  const read = async ({ token }: TestUser) => (await request(app, push.read, { token })).body;
  expect((await read(ours.mod)).kinds).toEqual(pushKinds);
  expect((await read(ours.parent)).kinds).toEqual(['posts', 'comments', 'attendance', 'account']);
  await request(app, push.mute, {
    token: ours.parent.token,
    body: { mutedKinds: ['posts', 'posts', 'account'] },
  });
  expect(await read(ours.parent)).toMatchObject({
    isSubscribed: false,
    mutedKinds: ['posts', 'account'],
  });
});
