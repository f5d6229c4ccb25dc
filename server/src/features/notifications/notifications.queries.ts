import { id } from '@lop-xanh/contract/fields';
import { notificationSender, notificationTypes } from '@lop-xanh/contract/notifications';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** A notification as read from the database; the newest of a group represents the group. */
const storedNotification = z.object({
  id,
  type: z.enum(notificationTypes),
  ref_id: id,
  about: z.string().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  /** Newest first. */
  class_names: z.array(z.string()),
  source_ids: z.array(id),
  /** Of different users. */
  count: z.number(),
  /** Newest first; never empty. */
  senders: z.array(notificationSender),
});
export type StoredNotification = z.infer<typeof storedNotification>;

const notificationPage = z.object({ page: z.array(storedNotification), unread: z.number() });

export const selectUnreadCount = (user: Sql) => sql`
  select count(*) filter (where group_key is null) + count(distinct group_key)
  from notifications where user_id = ${user} and read_at is null`;

const isSameGroup = (a: Sql, b: Sql) => sql`
  ${a}.user_id = ${b}.user_id and ${a}.group_key = ${b}.group_key`;

/**
 * Finds the newest notification of each group among the user's rows, then adds the rest of the group.
 * `groupNotifications` in the contract is the same rule in TypeScript; a test compares the two.
 */
export function findNotifications(
  db: Db,
  actor: Actor,
  { before, limit }: { before: number; limit: number },
) {
  return db.one(
    notificationPage,
    sql`
    with head as (
      select * from notifications notification
      where user_id = ${actor.id}::bigint and id < ${before}::bigint and not exists (
        select from notifications newer
        where ${isSameGroup(sql`newer`, sql`notification`)} and newer.id > notification.id
      )
      order by id desc limit ${limit}::int
    ), item as (
      select head.id, head.type, head.ref_id, head.about, head.created_at,
             case when same_group.ids is null then head.read_at
               when not same_group.has_unread then same_group.read_at end as read_at,
             coalesce(same_group.ids, json_build_array(head.id)) as source_ids,
             coalesce(same_group.count, 1) as count,
             coalesce(same_group.sender_ids, array[head.sender_id]) as sender_ids,
             coalesce(same_group.class_ids, array[head.class_id]) as class_ids
      from head
      left join lateral (
        select json_agg(id order by id desc) as ids,
               count(*) filter (where is_newest_of_sender) as count,
               (array_agg(sender_id order by id desc) filter (where is_newest_of_sender)
               )[:${literal(limits.maxSenderNames)}] as sender_ids,
               array_agg(class_id order by id desc) as class_ids,
               bool_or(read_at is null) as has_unread, max(read_at) as read_at
        from (
          select member.*,
                 row_number() over (partition by sender_id order by id desc) = 1 as is_newest_of_sender
          from notifications member where ${isSameGroup(sql`member`, sql`head`)}
        ) member
        having count(*) > 0
      ) same_group on head.group_key is not null
    )
    select (${selectUnreadCount(sql`${actor.id}::bigint`)}) as unread, coalesce(json_agg(json_build_object(
      'id', item.id, 'type', item.type, 'ref_id', item.ref_id, 'about', item.about,
      'created_at', item.created_at, 'read_at', item.read_at, 'class_names', class_names.list,
      'source_ids', item.source_ids, 'count', item.count, 'senders', senders.list
    ) order by item.id desc), '[]') as page
    from item
    left join lateral (
      select json_agg(json_build_object('id', sender.id, 'first_name', sender.first_name,
        'full_name', sender.full_name,
        'avt', coalesce(sender.avatar, ${defaultAvatar})) order by listed.position) as list
      from unnest(item.sender_ids) with ordinality as listed (id, position)
      join users sender on sender.id = listed.id
    ) senders on true
    left join lateral (
      select coalesce(json_agg(class.name order by listed.position), '[]') as list
      from unnest(item.class_ids) with ordinality as listed (id, position)
      join classes class on class.id = listed.id
    ) class_names on true`,
  );
}

export function countUnread(db: Db, actor: Actor): Promise<number> {
  return db.value(z.number(), selectUnreadCount(sql`${actor.id}::bigint`));
}

/** Marks those of the notifications that are the actor's as read, together with their groups. */
export async function markRead(db: Db, actor: Actor, ids: number[]): Promise<void> {
  await db.run(sql`
    update notifications notification set read_at = now()
    from notifications requested
    where requested.id = any(${ids}::bigint[]) and requested.user_id = ${actor.id}
      and notification.user_id = ${actor.id} and notification.read_at is null
      and (notification.id = requested.id
        or (${isSameGroup(sql`notification`, sql`requested`)}))`);
}

export async function markAllRead(db: Db, actor: Actor): Promise<void> {
  await db.run(sql`
    update notifications set read_at = now() where user_id = ${actor.id} and read_at is null`);
}

/** Limited, so that no cleanup locks the table for long. */
const deletedRowsPerRun = 10_000;

export async function deleteOld(db: Db, { days }: { days: number }): Promise<void> {
  await db.run(sql`
    delete from notifications where id in (
      select id from notifications
      where created_at < now() - make_interval(days => ${days})
      limit ${deletedRowsPerRun}
    )`);
}

const fromLiveSessions = (ids: number[]) => sql`
  from sessions session
  join users owner
    on owner.id = session.user_id and owner.status = 'active' and owner.deleted_at is null
  where session.id = any(${ids}::bigint[]) and session.expires_at > now()`;

/** Returns the sessions that are still valid. */
export function findLiveSessions(db: Db, sessionIds: number[]): Promise<number[]> {
  return db.values(id, sql`select session.id ${fromLiveSessions(sessionIds)}`);
}

const unreadOfSession = z.object({ id, unread: z.number() });

/** Returns the sessions that are still valid, each with its owner's unread count. */
export function countUnreadOfSessions(db: Db, sessionIds: number[]) {
  return db.many(
    unreadOfSession,
    sql`
      select session.id, (${selectUnreadCount(sql`owner.id`)}) as unread
      ${fromLiveSessions(sessionIds)}`,
  );
}

/** Tells every server process whose notifications changed since the last call; 300 ids fit into a payload. */
export async function publishChanges(db: Db): Promise<void> {
  await db.run(sql`
    with change as (delete from notification_changes returning user_id), recipient as (
      select user_id, row_number() over () / 300 as part
      from (select distinct user_id from change) changed_user
    )
    select pg_notify('notifications', string_agg(user_id::text, ',')) from recipient group by part`);
}
