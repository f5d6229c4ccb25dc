import type { NotificationSender, NotificationType } from '@lop-xanh/contract/notifications';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import { sql } from 'kysely';
import type { Db, StatementRunner } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** A notification as read from the database; the newest like of a group represents the group. */
export interface StoredNotification {
  id: number;
  type: NotificationType;
  ref_id: number;
  about: string | null;
  created_at: string;
  read_at: string | null;
  class_name: string | null;
  source_ids: number[];
  count: number;
  /** Newest first; never empty. */
  senders: NotificationSender[];
}

const selectUnreadCount = (user: string) => `
  select count(*) filter (where bucket is null)
       + count(distinct (ref_id, bucket)) filter (where bucket is not null)
  from notifications where user_id = ${user} and read_at is null`;

const isSameGroup = (a: string, b: string) =>
  `${a}.bucket is not null and ${a}.user_id = ${b}.user_id
   and ${a}.ref_id = ${b}.ref_id and ${a}.bucket = ${b}.bucket`;

/**
 * Finds the newest notification of each group among the user's rows, then adds the rest of the group.
 * `groupLikes` in the contract is the same rule in TypeScript; a test compares the two.
 */
const findPage = {
  name: 'notifications',
  text: `
    with head as (
      select * from notifications notification
      where user_id = $1::bigint and id < $2::bigint and not exists (
        select from notifications newer
        where ${isSameGroup('newer', 'notification')} and newer.id > notification.id
      )
      order by id desc limit $3::int
    ), item as (
      select head.id, head.type, head.ref_id, head.about, head.created_at,
             case when like_group.ids is null then head.read_at
               when not like_group.has_unread then like_group.read_at end as read_at,
             class.name as class_name,
             coalesce(like_group.ids, json_build_array(head.id)) as source_ids,
             coalesce(like_group.count, 1) as count,
             coalesce(like_group.sender_ids, array[head.sender_id]) as sender_ids
      from head
      left join classes class on class.id = head.class_id
      left join lateral (
        select json_agg(member.id order by member.id desc) as ids, count(*) as count,
               (array_agg(member.sender_id order by member.id desc))[:${limits.maxLikeNames}] as sender_ids,
               bool_or(member.read_at is null) as has_unread, max(member.read_at) as read_at
        from notifications member where ${isSameGroup('member', 'head')}
        having count(*) > 0
      ) like_group on head.bucket is not null
    )
    select (${selectUnreadCount('$1::bigint')}) as unread, coalesce(json_agg(json_build_object(
      'id', item.id, 'type', item.type, 'ref_id', item.ref_id, 'about', item.about,
      'created_at', item.created_at, 'read_at', item.read_at, 'class_name', item.class_name,
      'source_ids', item.source_ids, 'count', item.count, 'senders', senders.list
    ) order by item.id desc), '[]') as page
    from item
    left join lateral (
      select json_agg(json_build_object('id', sender.id, 'first_name', sender.first_name,
        'full_name', sender.full_name,
        'avt', coalesce(sender.avatar, '${defaultAvatar}')) order by listed.position) as list
      from unnest(item.sender_ids) with ordinality as listed (id, position)
      join users sender on sender.id = listed.id
    ) senders on true`,
};

export async function findNotifications(
  run: StatementRunner,
  actor: Actor,
  { before, limit }: { before: number; limit: number },
): Promise<{ page: StoredNotification[]; unread: number }> {
  const [found] = await run<{ page: StoredNotification[]; unread: number }>({
    ...findPage,
    values: [actor.id, before, limit],
  });
  return found ?? { page: [], unread: 0 };
}

export async function countUnread(run: StatementRunner, actor: Actor): Promise<number> {
  const [counted] = await run<{ unread: number }>({
    name: 'unread-notifications',
    text: `select (${selectUnreadCount('$1::bigint')}) as unread`,
    values: [actor.id],
  });
  return counted?.unread ?? 0;
}

/** Marks those of the notifications that are the actor's as read, together with their groups. */
export async function markRead(run: StatementRunner, actor: Actor, ids: number[]): Promise<void> {
  await run({
    name: 'read-notifications',
    text: `
      update notifications notification set read_at = now()
      from notifications requested
      where requested.id = any($2::bigint[]) and requested.user_id = $1::bigint
        and notification.user_id = $1::bigint and notification.read_at is null
        and (notification.id = requested.id or (${isSameGroup('notification', 'requested')}))`,
    values: [actor.id, ids],
  });
}

export async function markAllRead(run: StatementRunner, actor: Actor): Promise<void> {
  await run({
    name: 'read-all-notifications',
    text: `update notifications set read_at = now() where user_id = $1::bigint and read_at is null`,
    values: [actor.id],
  });
}

/** Limited, so that no cleanup locks the table for long. */
const deletedRowsPerRun = 10_000;

export async function deleteOldRead(db: Db, { days }: { days: number }): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications
      where read_at is not null and created_at < now() - ${`${days} days`}::interval
      limit ${deletedRowsPerRun}
    )`.execute(db);
}

const fromLiveSessions = `
  from sessions session
  join users owner
    on owner.id = session.user_id and owner.status = 'active' and owner.deleted_at is null
  where session.id = any($1::bigint[]) and session.expires_at > now()`;

/** Returns the sessions that are still valid. */
export async function findLiveSessions(
  run: StatementRunner,
  sessionIds: number[],
): Promise<number[]> {
  const rows = await run<{ id: number }>({
    name: 'live-sessions',
    text: `select session.id ${fromLiveSessions}`,
    values: [sessionIds],
  });
  return rows.map(({ id }) => id);
}

/** Returns the sessions that are still valid, each with its owner's unread count. */
export async function countUnreadOfSessions(
  run: StatementRunner,
  sessionIds: number[],
): Promise<{ id: number; unread: number }[]> {
  return run({
    name: 'unread-of-sessions',
    text: `select session.id, (${selectUnreadCount('owner.id')}) as unread ${fromLiveSessions}`,
    values: [sessionIds],
  });
}

/** Tells every server process whose notifications changed since the last call; 300 ids fit into a payload. */
export async function publishChanges(run: StatementRunner): Promise<void> {
  await run({
    name: 'publish-notification-changes',
    text: `
      with change as (delete from notification_changes returning user_id), recipient as (
        select user_id, row_number() over () / 300 as part
        from (select distinct user_id from change) changed_user
      )
      select pg_notify('notifications', string_agg(user_id::text, ',')) from recipient group by part`,
    values: [],
  });
}
