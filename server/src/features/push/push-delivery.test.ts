import { push } from '@lop-xanh/contract/push';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { pushMessages } from '../../metrics/events.ts';
import { addUser } from '../../testing/fixtures.ts';
import { scrape, startTestMetrics } from '../../testing/metrics.ts';
import { makePushSchool, readKinds } from '../../testing/push-school.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { claimMessages } from './push.queries.ts';

const school = await makePushSchool();
const { service, database, app, ours, addRecipient, createSender, notify, subscribeAs } = school;
const { countSubscriptions, readQueue, skipWaiting } = school;
const { db } = database;
const sender = createSender();

test('messages are counted by what the push service answered', async () => {
  const count = async (): Promise<Record<string, number>> => {
    const { values } = await pushMessages.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };
  await sender.drain();
  const before = await count();
  const { user, browser } = await addRecipient();
  for (const status of [201, 400, 500, 410]) {
    browser.statuses.push(status);
    await notify(user);
    await sender.drain();
    await db.run(sql`delete from push_queue`);
  }
  const after = await count();
  const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]);
  expect(Object.fromEntries(grown)).toEqual({ sent: 1, rejected: 1, failed: 1, gone: 1 });
});

test('messages that are due and not sent are measured, however long they fail', async () => {
  const { address } = await startTestMetrics(database);
  const countWaiting = async () => (await scrape(address)).read('lop_xanh_push_waiting');
  await sender.drain();
  expect(await countWaiting()).toBe(0);
  const [first, second] = [await addRecipient(), await addRecipient()];
  for (const { user } of [first, second]) await notify(user);
  expect(await countWaiting()).toBe(2);
  first.browser.statuses.push(500);
  await sender.drain();
  // The next attempt is due in a minute.
  expect(await countWaiting()).toBe(0);
  await skipWaiting();
  expect(await countWaiting()).toBe(1);
  await sender.drain();
  expect(await countWaiting()).toBe(0);
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
  const addRecipients = (count: number) =>
    Promise.all(Array.from({ length: count }, () => addRecipient()));

  test('send every message once', async () => {
    const recipients = await addRecipients(60);
    for (const { user } of recipients) await notify(user);
    const others = openDatabase(database.connection);
    onTestFinished(() => others.close());
    const second = createSender({}, others.db);
    await Promise.all([sender.drain(), second.drain(), sender.drain(), second.drain()]);
    await sender.drain();
    for (const { browser } of recipients) expect(readKinds(browser)).toEqual(['comments']);
  });

  test('send at once what no other one is claiming', async () => {
    const claimed = await addRecipients(20);
    const waiting = await addRecipients(2);
    const half = await addRecipient();
    for (const { user } of [...claimed, ...waiting, half]) await notify(user, 'comment');
    await notify(half.user, 'post_new');
    const readAll = (recipients: (typeof half)[]) =>
      recipients.flatMap(({ browser }) => readKinds(browser));
    await db.transaction(async (other) => {
      expect(await claimMessages(other, 20)).toHaveLength(20);
      await other.run(sql`
        select from push_queue where id = (
          select min(message.id) from push_queue message
          join push_subscriptions subscription on subscription.id = subscription_id
          where user_id = ${half.user.id}
        ) for update`);
      await sender.drain();
      expect(readAll(claimed)).toEqual([]);
      expect(readAll(waiting)).toEqual(['comments', 'comments']);
      expect(readAll([half])).toEqual(['posts']);
    });
    await skipWaiting();
    await sender.drain();
    expect(readAll(claimed)).toEqual(claimed.map(() => 'comments'));
    expect(readAll([half])).toEqual(['posts', 'comments']);
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

describe('a message about an absence', () => {
  /** Of other users, all of which wait. The push service does not know the browsers, which is soon said. */
  async function queueOthers(count: number): Promise<void> {
    const teacher = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
    const { p256dh, auth: authKey } = service.addBrowser().subscription.keys;
    await db.run(sql`
      with session as (
        insert into sessions (token_hash, user_id, expires_at)
        select sha256(number::text::bytea), ${teacher.id}, now() + interval '1 day'
        from generate_series(1, ${count}::int) as number returning id
      )
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
      select id, ${teacher.id}, ${service.origin} || '/' || id, ${p256dh}, ${authKey} from session`);
    await notify(teacher, 'post_new');
  }

  test('goes before all that wait, also if it comes later', async () => {
    const early = await addRecipient();
    const late = await addRecipient();
    await queueOthers(400);
    await notify(early.user, 'child_absent');
    const before = service.countRequests();
    const draining = sender.drain();
    await expect.poll(() => service.countRequests() - before).toBeGreaterThan(20);
    await notify(late.user, 'child_absent');
    await draining;
    const [first, second] = [early, late].map(
      ({ browser }) => Number(browser.received[0]?.order) - before,
    );
    expect(first).toBeLessThanOrEqual(20);
    expect(second).toBeLessThan(400);
  });
});
