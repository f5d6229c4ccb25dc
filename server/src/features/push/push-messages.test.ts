import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { push } from '@lop-xanh/contract/push';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { updateRow } from '../../testing/fixtures.ts';
import { makePushSchool, noon, readKinds } from '../../testing/push-school.ts';
import { request, testConfig } from '../../testing/test-app.ts';
import { openSession } from '../auth/sessions.service.ts';
import { startPushing } from './start-pushing.ts';

const school = await makePushSchool();
const { service, database, app, ours } = school;
const { addRecipient, createSender, notify, readQueue, skipWaiting, subscribeAs } = school;
const { db } = database;
const sender = createSender();

const isListening = () =>
  db.value(
    z.boolean(),
    sql`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and query = 'listen notifications' and state = 'idle')`,
  );

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
  const stop = startPushing(database, {
    config: testConfig,
    log: { error: () => undefined },
    now: () => noon,
    intervalMs: 600_000,
  });
  onTestFinished(stop);
  await expect.poll(isListening).toBe(true);
  await updateRow(db, 'posts', ours.post, { author_id: user.id });
  await request(app, posts.like, { token: ours.student.token, params: { id: ours.post } });
  await expect.poll(() => readKinds(browser)).toEqual(['comments']);
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
