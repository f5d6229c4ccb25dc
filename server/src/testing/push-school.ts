import { push } from '@lop-xanh/contract/push';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { PushSender, type SenderOptions } from '../features/push/push-sender.ts';
import { addTwoSchools, addUser, insertRow, type TestUser } from './fixtures.ts';
import { type Browser, startPushService } from './push-service.ts';
import { makeTestApp, request } from './test-app.ts';
import { makeTestDatabase } from './test-database.ts';

/** Outside the quiet hours. */
export const noon = new Date('2026-11-17T05:00:00Z');

type Type = 'comment' | 'post_new' | 'post_approved' | 'class_changed' | 'child_absent';

const queueRow = z.object({ attempts: z.number(), due_at: z.string(), wait: z.number() });

/** A school whose users' browsers receive push messages. */
export async function makePushSchool() {
  const service = await startPushService();
  const database = await makeTestDatabase();
  const { db } = database;
  const app = await makeTestApp(database, { pushTestOrigin: service.origin });
  const { ours } = await addTwoSchools(database);
  const subscribeAs = (token: string, body: object) =>
    request(app, push.subscribe, { token, body: body as never });

  return {
    service,
    database,
    app,
    ours,
    subscribeAs,
    createSender: (options: Partial<SenderOptions> = {}, on: Db = db) =>
      new PushSender(on, {
        language: 'default',
        publicUrl: new URL('https://lop.example.vn/'),
        log: { error: () => undefined },
        now: () => noon,
        ...options,
      }),
    /** A teacher with a browser that receives push messages. */
    addRecipient: async (fields: object = {}) => {
      const user = await addUser(database, {
        role: 'Teacher',
        school_id: ours.schoolId,
        ...fields,
      });
      const browser = service.addBrowser();
      const { status } = await subscribeAs(user.token, browser.subscription);
      expect(status).toBe(200);
      return { user, browser };
    },
    notify: ({ id }: TestUser, type: Type = 'comment') =>
      insertRow(db, 'notifications', {
        user_id: id,
        type,
        ref_id: ours.post,
        sender_id: ours.student.id,
        about: 'Trồng cây',
      }),
    readQueue: ({ id }: TestUser) =>
      db.many(
        queueRow,
        sql`
          select attempts, due_at, round(extract(epoch from due_at - now()) / 60)::int as wait
          from push_queue join push_subscriptions subscription on subscription.id = subscription_id
          where user_id = ${id} order by push_queue.id`,
      ),
    /** Makes everything that waits due. */
    skipWaiting: () => db.run(sql`update push_queue set due_at = now()`),
    countSubscriptions: ({ id }: TestUser) =>
      db.value(z.number(), sql`select count(*) from push_subscriptions where user_id = ${id}`),
  };
}

export const readKinds = ({ received }: Browser) => received.map(({ message }) => message.kind);
