import type { NotificationType, Sender } from '@lop-xanh/contract/notifications';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import { sql } from 'kysely';
import type { Db, Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** A notification as the database tells it: the newest like of a group stands for the group. */
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
  /** The newest, first; never empty. */
  senders: Sender[];
}

const unreadOf = (user: string) => `
  select count(*) filter (where bucket is null)
       + count(distinct (ref_id, bucket)) filter (where bucket is not null)
  from notifications where user_id = ${user} and read_at is null`;

const ofTheSameGroup = (one: string, other: string) =>
  `${one}.bucket is not null and ${one}.user_id = ${other}.user_id
   and ${one}.ref_id = ${other}.ref_id and ${one}.bucket = ${other}.bucket`;

/**
 * A page begins with the newest of each group, found along the reader's own rows; `groupLikes` is
 * the rule in words, and a test holds the two together.
 */
const findPage = {
  name: 'notifications',
  text: `
    with head as (
      select * from notifications one
      where user_id = $1::bigint and id < $2::bigint and not exists (
        select from notifications newer
        where ${ofTheSameGroup('newer', 'one')} and newer.id > one.id
      )
      order by id desc limit $3::int
    ), told as (
      select head.id, head.type, head.ref_id, head.about, head.created_at,
             case when grouped.ids is null then head.read_at
               when not grouped.has_unread then grouped.read_at end as read_at,
             class.name as class_name,
             coalesce(grouped.ids, json_build_array(head.id)) as source_ids,
             coalesce(grouped.count, 1) as count, coalesce(grouped.senders, array[head.sender_id]) as senders
      from head
      left join classes class on class.id = head.class_id
      left join lateral (
        select json_agg(like_.id order by like_.id desc) as ids, count(*) as count,
               (array_agg(like_.sender_id order by like_.id desc))[:${limits.likeNames}] as senders,
               bool_or(like_.read_at is null) as has_unread, max(like_.read_at) as read_at
        from notifications like_ where ${ofTheSameGroup('like_', 'head')}
        having count(*) > 0
      ) grouped on head.bucket is not null
    )
    select (${unreadOf('$1::bigint')}) as unread, coalesce(json_agg(json_build_object(
      'id', told.id, 'type', told.type, 'ref_id', told.ref_id, 'about', told.about,
      'created_at', told.created_at, 'read_at', told.read_at, 'class_name', told.class_name,
      'source_ids', told.source_ids, 'count', told.count, 'senders', people.list
    ) order by told.id desc), '[]') as page
    from told
    left join lateral (
      select json_agg(json_build_object('id', person.id, 'first_name', person.first_name,
        'full_name', person.full_name,
        'avt', coalesce(person.avatar, '${defaultAvatar}')) order by place) as list
      from unnest(told.senders) with ordinality as sender (id, place)
      join users person on person.id = sender.id
    ) people on true`,
};

export async function findNotifications(
  run: Run,
  actor: Actor,
  { before, limit }: { before: number; limit: number },
): Promise<{ page: StoredNotification[]; unread: number }> {
  const [found] = await run<{ page: StoredNotification[]; unread: number }>({
    ...findPage,
    values: [actor.id, before, limit],
  });
  return found ?? { page: [], unread: 0 };
}

export async function countUnread(run: Run, actor: Actor): Promise<number> {
  const [counted] = await run<{ unread: number }>({
    name: 'unread-notifications',
    text: `select (${unreadOf('$1::bigint')}) as unread`,
    values: [actor.id],
  });
  return counted?.unread ?? 0;
}

/** Marks what is the reader's own among these as read, and what stands in a group with it. */
export async function markRead(run: Run, actor: Actor, ids: number[]): Promise<void> {
  await run({
    name: 'read-notifications',
    text: `
      update notifications one set read_at = now()
      from notifications named
      where named.id = any($2::bigint[]) and named.user_id = $1::bigint
        and one.user_id = $1::bigint and one.read_at is null
        and (one.id = named.id or (${ofTheSameGroup('one', 'named')}))`,
    values: [actor.id, ids],
  });
}

export async function markAllRead(run: Run, actor: Actor): Promise<void> {
  await run({
    name: 'read-all-notifications',
    text: `update notifications set read_at = now() where user_id = $1::bigint and read_at is null`,
    values: [actor.id],
  });
}

/** So many at a time, so that no sweep holds the table for long. */
const sweptAtOnce = 10_000;

export async function deleteOldRead(db: Db, { days }: { days: number }): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications
      where read_at is not null and created_at < now() - ${`${days} days`}::interval
      limit ${sweptAtOnce}
    )`.execute(db);
}

const holdingSessions = `
  from sessions session
  join users person
    on person.id = session.user_id and person.status = 'active' and person.deleted_at is null
  where session.id = any($1::bigint[]) and session.expires_at > now()`;

/** Those of the sessions that still hold. */
export async function liveSessions(run: Run, sessionIds: number[]): Promise<number[]> {
  const rows = await run<{ id: number }>({
    name: 'live-sessions',
    text: `select session.id ${holdingSessions}`,
    values: [sessionIds],
  });
  return rows.map(({ id }) => id);
}

/** The same, each with what is unread for its owner. */
export async function unreadOfSessions(
  run: Run,
  sessionIds: number[],
): Promise<{ id: number; unread: number }[]> {
  return run({
    name: 'unread-of-sessions',
    text: `select session.id, (${unreadOf('person.id')}) as unread ${holdingSessions}`,
    values: [sessionIds],
  });
}

/** Tells every server process whose notifications changed since it was last done; 300 ids fit into a payload. */
export async function spreadNews(run: Run): Promise<void> {
  await run({
    name: 'spread-news',
    text: `
      with news as (delete from notification_news returning user_id), person as (
        select user_id, row_number() over () / 300 as part
        from (select distinct user_id from news) one
      )
      select pg_notify('notifications', string_agg(user_id::text, ',')) from person group by part`,
    values: [],
  });
}
