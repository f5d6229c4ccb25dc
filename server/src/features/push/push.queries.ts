import { id } from '@lop-xanh/contract/fields';
import { notificationTypes } from '@lop-xanh/contract/notifications';
import { languages } from '@lop-xanh/contract/rules/languages';
import { pushKinds } from '@lop-xanh/contract/rules/push-kinds';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { selectUnreadCount } from '../notifications/notifications.service.ts';
import type { BrowserKeys } from './push.rules.ts';

export async function insertPrivateKey(db: Db, key: Buffer): Promise<void> {
  await db.run(sql`insert into secrets values ('web-push', ${key}) on conflict do nothing`);
}

export function readPrivateKey(db: Db): Promise<Buffer> {
  return db.value(z.instanceof(Buffer), sql`select value from secrets where name = 'web-push'`);
}

const kinds = z.array(z.enum(pushKinds));

export function readState(db: Db, { id: userId, session_id }: Actor) {
  return db.one(
    z.object({ is_subscribed: z.boolean(), muted_kinds: kinds }),
    sql`
      select muted_kinds, exists (
        select from push_subscriptions where session_id = ${session_id}
      ) as is_subscribed
      from users where id = ${userId}`,
  );
}

interface NewSubscription extends BrowserKeys {
  endpoint: string;
}

/** Must run in a transaction. The browser leaves the session that it was subscribed in before. */
export async function saveSubscription(
  db: Db,
  { id: userId, session_id }: Actor,
  { endpoint, p256dh, auth }: NewSubscription,
): Promise<void> {
  await db.run(sql`
    delete from push_subscriptions where endpoint = ${endpoint} and session_id <> ${session_id}`);
  await db.run(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    values (${session_id}, ${userId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
      auth = excluded.auth, failures = 0`);
}

export async function deleteSubscription(db: Db, { session_id }: Actor): Promise<void> {
  await db.run(sql`delete from push_subscriptions where session_id = ${session_id}`);
}

export async function saveMutedKinds(
  db: Db,
  { id: userId }: Actor,
  mutedKinds: string[],
): Promise<void> {
  await db.run(sql`update users set muted_kinds = ${mutedKinds} where id = ${userId}`);
}

/** Older notifications are not worth a message. */
const maxAgeHours = 24;
/** Longer than it takes to send a whole batch to a push service that does not respond. */
const claimSeconds = 60;

const recipient = z.object({
  id,
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  language: z.enum(languages).nullable(),
  muted_kinds: kinds,
  unread: z.number(),
  /** What is due, oldest first. */
  items: z.array(
    z.object({
      id,
      type: z.enum(notificationTypes),
      attempts: z.number(),
      /** Already read, too old, or for a session that has expired. */
      is_obsolete: z.boolean(),
    }),
  ),
});
export type Recipient = z.infer<typeof recipient>;

/**
 * Claims what is due, the urgent first, together with everything else due for the same browsers. No other
 * server sees it until the claim expires; a server that stops before it reports the result leaves it to the
 * others.
 */
export function claimMessages(db: Db, limit: number): Promise<Recipient[]> {
  return db.many(
    recipient,
    sql`
      with due as (
        select subscription_id from push_queue where due_at <= now()
        order by is_urgent desc, due_at, id limit ${limit} for update skip locked
      ), claimable as (
        select id from push_queue
        where subscription_id in (select subscription_id from due) and due_at <= now()
        for update skip locked
      ), claimed as (
        update push_queue message
        set due_at = now() + make_interval(secs => ${claimSeconds}), attempts = attempts + 1
        where message.id in (select id from claimable)
        returning message.*
      )
      select subscription.id, subscription.endpoint, subscription.p256dh, subscription.auth,
             owner.language, owner.muted_kinds, (${selectUnreadCount(sql`owner.id`)}) as unread,
             json_agg(json_build_object('id', claimed.id, 'type', notification.type,
               'attempts', claimed.attempts, 'is_obsolete', notification.read_at is not null
                 or claimed.created_at < now() - make_interval(hours => ${maxAgeHours})
                 or session.expires_at <= now() or owner.status <> 'active'
                 or owner.deleted_at is not null) order by claimed.id) as items
      from claimed
      join push_subscriptions subscription on subscription.id = claimed.subscription_id
      join sessions session on session.id = subscription.session_id
      join users owner on owner.id = subscription.user_id
      join notifications notification on notification.id = claimed.notification_id
      group by subscription.id, owner.id`,
  );
}

/** Returns how many were postponed. */
export function postponeMessages(db: Db, until: Date): Promise<number> {
  return db.run(sql`
    update push_queue set due_at = ${until.toISOString()} where id in (
      select id from push_queue where due_at <= now() for update skip locked
    )`);
}

export async function deleteMessages(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`delete from push_queue where id = any(${ids}::bigint[])`);
}

export async function delayMessages(
  db: Db,
  delays: { ids: number[]; minutes: number[] },
): Promise<void> {
  await db.run(sql`
    update push_queue message set due_at = now() + make_interval(mins => delay.minutes)
    from unnest(${delays.ids}::bigint[], ${delays.minutes}::int[]) as delay (id, minutes)
    where message.id = delay.id`);
}

/** Only while they have the endpoint that is gone: the browser may have subscribed again. */
export async function deleteSubscriptions(
  db: Db,
  gone: { ids: number[]; endpoints: string[] },
): Promise<void> {
  await db.run(sql`
    delete from push_subscriptions subscription
    using unnest(${gone.ids}::bigint[], ${gone.endpoints}::text[]) as gone (id, endpoint)
    where subscription.id = gone.id and subscription.endpoint = gone.endpoint`);
}

export async function forgetFailures(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`
    update push_subscriptions set failures = 0 where id = any(${ids}::bigint[]) and failures > 0`);
}

/** A push service that rejects this many messages in a row will not accept the next one. */
const maxFailures = 5;

export async function countRejections(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`
    update push_subscriptions set failures = failures + 1 where id = any(${ids}::bigint[])`);
  await db.run(sql`
    delete from push_subscriptions
    where id = any(${ids}::bigint[]) and failures >= ${maxFailures}`);
}
