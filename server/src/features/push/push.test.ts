import { randomBytes } from 'node:crypto';
import { auth } from '@lop-xanh/contract/auth';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { push } from '@lop-xanh/contract/push';
import { pushKinds } from '@lop-xanh/contract/rules/push-kinds';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../database/database.ts';
import {
  addTwoSchools,
  addUser,
  insertRow,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { startPushService } from '../../testing/push-service.ts';
import { makeTestApp, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openSession } from '../auth/sessions.service.ts';
import { PushSender, type SenderOptions } from './push-sender.ts';
import { startPushing } from './start-pushing.ts';

const service = await startPushService();
const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database, { pushTestOrigin: service.origin });
const { ours } = await addTwoSchools(database);
const noon = new Date('2026-11-17T05:00:00Z');

const log = { error: () => undefined };
const createSender = (options: Partial<SenderOptions> = {}, on = db) =>
  new PushSender(on, {
    language: 'default',
    publicUrl: new URL('https://lop.example.vn/'),
    log,
    now: () => noon,
    ...options,
  });
const sender = createSender();

const subscribeAs = (token: string, body: object) =>
  request(app, push.subscribe, { token, body: body as never });

/** A teacher with a browser that receives push messages. */
async function addRecipient(fields: object = {}) {
  const user = await addUser(database, { role: 'Teacher', school_id: ours.schoolId, ...fields });
  const browser = service.addBrowser();
  const { status } = await subscribeAs(user.token, browser.subscription);
  expect(status).toBe(200);
  return { user, browser };
}

type Type = 'comment' | 'post_new' | 'post_approved' | 'class_changed';
const notify = ({ id }: TestUser, type: Type = 'comment') =>
  insertRow(db, 'notifications', {
    user_id: id,
    type,
    ref_id: ours.post,
    sender_id: ours.student.id,
    about: 'Trồng cây',
  });

const queueRow = z.object({ attempts: z.number(), due_at: z.string(), wait: z.number() });
const readQueue = ({ id }: TestUser) =>
  db.many(
    queueRow,
    sql`
      select attempts, due_at, round(extract(epoch from due_at - now()) / 60)::int as wait
      from push_queue join push_subscriptions subscription on subscription.id = subscription_id
      where user_id = ${id} order by push_queue.id`,
  );
/** Makes everything that waits due. */
const skipWaiting = () => db.run(sql`update push_queue set due_at = now()`);
const countSubscriptions = ({ id }: TestUser) =>
  db.value(z.number(), sql`select count(*) from push_subscriptions where user_id = ${id}`);
const isListening = () =>
  db.value(
    z.boolean(),
    sql`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and query = 'listen notifications' and state = 'idle')`,
  );
const readKinds = ({ received }: ReturnType<typeof service.addBrowser>) =>
  received.map(({ message }) => message.kind);

describe('a push message', () => {
  test('says the kind and the unread count, encrypted and signed, and names nobody', async () => {
    const { user, browser } = await addRecipient();
    await updateRow(db, 'users', ours.student.id, { last_name: 'Trần Thị', first_name: 'Bưởi' });
    await updateRow(db, 'posts', ours.post, { author_id: user.id, title: 'Ngày hội tái chế' });
    await request(app, posts.comment, {
      token: ours.student.token,
      params: { id: ours.post },
      body: { text: 'Em rất thích' },
    });
    await sender.drain();

    const [received, ...others] = browser.received;
    expect(others).toEqual([]);
    expect(received?.message).toEqual({
      kind: 'comments',
      text: 'Có bình luận hoặc lượt thích mới',
      unread: 1,
    });
    const settings = await request(app, push.read, { token: user.token });
    expect(received?.publicKey).toBe(settings.body.publicKey);
    expect(received?.claims).toMatchObject({
      aud: service.origin,
      sub: 'https://lop.example.vn',
    });
    expect(received?.claims.exp).toBeLessThan(Date.now() / 1000 + 24 * 3600);
    const outside = JSON.stringify(received?.headers);
    for (const word of ['Bưởi', 'tái chế', 'thích', user.username]) {
      expect(outside).not.toContain(word);
    }
    expect(received?.headers).toMatchObject({ ttl: '86400', topic: 'comments' });
    await sender.drain();
    expect(browser.received).toHaveLength(1);
  });

  test('is in the language of the user, otherwise of the site', async () => {
    const { user, browser } = await addRecipient({ language: 'en' });
    const { user: other, browser: otherBrowser } = await addRecipient();
    await notify(user, 'post_new');
    await notify(other, 'post_new');
    await createSender({ language: 'vi' }).drain();
    expect(browser.received[0]?.message.text).toBe('There is news about posts');
    expect(otherBrowser.received[0]?.message.text).toBe('Có tin mới về bài viết');
  });

  test('stands for all notifications of its kind', async () => {
    const { user, browser } = await addRecipient();
    for (const type of ['post_new', 'comment', 'post_approved', 'comment'] as const) {
      await notify(user, type);
    }
    await sender.drain();
    expect(readKinds(browser).toSorted()).toEqual(['comments', 'posts']);
    expect(browser.received[0]?.message.unread).toBe(4);
    expect(await readQueue(user)).toEqual([]);
  });

  test('goes to every browser of the user', async () => {
    const { user, browser } = await addRecipient();
    const second = service.addBrowser();
    await subscribeAs(await openSession(db, user.id), second.subscription);
    await notify(user);
    await sender.drain();
    expect([readKinds(browser), readKinds(second)]).toEqual([['comments'], ['comments']]);
  });
});

test('a push message is sent as soon as the notification is published', async () => {
  const { user, browser } = await addRecipient();
  const stop = startPushing(database, { config: testConfig, log, now: () => noon });
  onTestFinished(stop);
  await expect.poll(isListening).toBe(true);
  await updateRow(db, 'posts', ours.post, { author_id: user.id });
  await request(app, posts.like, { token: ours.student.token, params: { id: ours.post } });
  // Sooner than the server looks for what others have left.
  await expect.poll(() => readKinds(browser), { timeout: 4_000 }).toEqual(['comments']);
});

describe('no push message is sent', () => {
  test('about what was read in the meantime', async () => {
    const { user, browser } = await addRecipient();
    await notify(user);
    await request(app, notifications.readAll, { token: user.token });
    await sender.drain();
    expect(browser.received).toEqual([]);
    expect(await readQueue(user)).toEqual([]);
  });

  test('of a kind that the user has muted', async () => {
    const { user, browser } = await addRecipient();
    await request(app, push.mute, { token: user.token, body: { mutedKinds: ['comments'] } });
    await notify(user, 'comment');
    await notify(user, 'post_new');
    await sender.drain();
    expect(readKinds(browser)).toEqual(['posts']);
    expect(await readQueue(user)).toEqual([]);
  });

  test('about a notification older than a day', async () => {
    const { user, browser } = await addRecipient();
    await notify(user);
    await db.run(sql`update push_queue set created_at = now() - interval '25 hours'`);
    await sender.drain();
    expect(browser.received).toEqual([]);
    expect(await readQueue(user)).toEqual([]);
  });

  test.each([
    [
      'that has expired',
      (id: number) => sql`
      update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`,
    ],
    [
      'of a user who was deactivated',
      (id: number) => sql`
      update users set status = 'inactive' where id = ${id}`,
    ],
  ])('to a session %s', async (_, end) => {
    const { user, browser } = await addRecipient();
    await notify(user);
    await db.run(end(user.id));
    await sender.drain();
    expect(browser.received).toEqual([]);
  });

  test('from 21:00 to 06:00, but in the morning', async () => {
    const { user, browser } = await addRecipient();
    await notify(user);
    const evening = new Date('2026-11-17T14:00:00Z');
    await createSender({ now: () => evening }).drain();
    expect(browser.received).toEqual([]);
    expect(await readQueue(user)).toMatchObject([{ due_at: '2026-11-17T23:00:00.000Z' }]);
    await skipWaiting();
    const morning = new Date('2026-11-17T23:00:00Z');
    await createSender({ now: () => morning }).drain();
    expect(readKinds(browser)).toEqual(['comments']);
  });
});

describe('a push service that does not accept a message', () => {
  test.each([429, 500, 503])('gets it again after %i, each time later', async (status) => {
    const { user, browser } = await addRecipient();
    browser.statuses.push(status, status, status);
    await notify(user);
    for (const [index, wait] of [1, 5, 30].entries()) {
      await sender.drain();
      expect(await readQueue(user)).toMatchObject([{ attempts: index + 1, wait }]);
      await skipWaiting();
    }
    await sender.drain();
    expect(readKinds(browser)).toEqual(['comments']);
    expect(await readQueue(user)).toEqual([]);
  });

  test('gets it again if it cannot be reached', async () => {
    const { user, browser } = await addRecipient();
    const closed = { ...browser.subscription, endpoint: `${service.origin}/closed` };
    await subscribeAs(user.token, closed);
    await db.run(
      sql`update push_subscriptions set endpoint = 'http://127.0.0.1:1/' where user_id = ${user.id}`,
    );
    await notify(user);
    await sender.drain();
    expect(await readQueue(user)).toMatchObject([{ attempts: 1, wait: 1 }]);
    await db.run(sql`delete from push_queue`);
  });

  test.each([404, 410])('ends the subscription with %i', async (status) => {
    const { user, browser } = await addRecipient();
    browser.statuses.push(status);
    await notify(user);
    await sender.drain();
    expect(await countSubscriptions(user)).toBe(0);
    const { body } = await request(app, push.read, { token: user.token });
    expect(body.isSubscribed).toBe(false);
  });

  test('ends the subscription if it rejects five messages in a row', async () => {
    const { user, browser } = await addRecipient();
    const statuses = [400, 403, 201, 403, 403, 403, 403];
    browser.statuses.push(...statuses);
    for (const _ of statuses) {
      await notify(user);
      await sender.drain();
      expect(await readQueue(user)).toEqual([]);
      expect(await countSubscriptions(user)).toBe(1);
    }
    browser.statuses.push(403);
    await notify(user);
    await sender.drain();
    expect(await countSubscriptions(user)).toBe(0);
  });

  test.each([302, 307])('cannot redirect it with %i', async (status) => {
    const { user, browser } = await addRecipient();
    browser.statuses.push(status);
    await notify(user);
    const before = service.countRequests();
    await sender.drain();
    expect(service.countRequests()).toBe(before + 1);
    expect(await countSubscriptions(user)).toBe(1);
  });
});

describe('several servers', () => {
  test('send every message once', async () => {
    const recipients = [];
    for (let count = 0; count < 150; count++) recipients.push(await addRecipient());
    for (const { user } of recipients) await notify(user);
    const others = openDatabase(database.connection);
    onTestFinished(() => others.close());
    const second = createSender({}, others.db);
    await Promise.all([sender.drain(), second.drain(), sender.drain(), second.drain()]);
    await sender.drain();
    expect(recipients.map(({ browser }) => browser.received.length)).toEqual(
      recipients.map(() => 1),
    );
  });

  test('send what a server has left that stopped meanwhile', async () => {
    const { user, browser } = await addRecipient();
    await notify(user);
    const stopping = new AbortController();
    const { signal } = stopping;
    const drained = createSender({ signal }).drain();
    stopping.abort();
    await drained;
    await skipWaiting();
    await sender.drain();
    expect(readKinds(browser)).toEqual(['comments']);
  });

  test('have the same keys', async () => {
    const secondApp = await makeTestApp(database, {}, onTestFinished);
    const [first, second] = await Promise.all(
      [app, secondApp].map((one) => request(one, push.read, { token: ours.mod.token })),
    );
    expect(first?.body.publicKey).toMatch(/^[\w-]{87}$/);
    expect(second?.body.publicKey).toBe(first?.body.publicKey);
  });
});

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
