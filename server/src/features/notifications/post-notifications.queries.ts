import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import {
  insertGroupedNotifications,
  insertNotifications,
  isNotifiable,
  postGroupKey,
} from './notify.queries.ts';

// The functions that return `Sql` make a named query for the `with` clause of the statement that changes
// a post or its reactions, so that the change and its notifications are one round trip.

/** How the other queries of the statement are named. */
interface Reaction {
  /** The query that returns a row if the reaction was added or withdrawn. */
  reaction: Sql;
  /** The query that returns the post: id, author_id and title. */
  post: Sql;
  /** The id of the user who reacts. */
  userId: Sql;
}

/** Notifies the Mods of the school of a new post; the query `post` returns the whole row. */
export function notifyOfNewPost({ post }: { post: Sql }): Sql {
  return sql`notified as (${insertForMods(post)})`;
}

export function notifyOfLike({ reaction, post, userId }: Reaction): Sql {
  return sql`notified as (
    ${insertGroupedNotifications}
    select author.id, 'like_agg', post.id, ${userId}, null, post.title,
           ${postGroupKey('like', sql`post.id`)}
    from ${reaction} reaction, ${post} post
    join users author on author.id = post.author_id
    where ${isNotifiable(sql`author`, userId)}
    on conflict do nothing)`;
}

/** Deletes the notification of a withdrawn like, unless it was read. */
export function withdrawLikeNotification({ reaction, post, userId }: Reaction): Sql {
  return sql`notification_deleted as (
    delete from notifications notification using ${reaction} reaction, ${post} post
    where notification.user_id = post.author_id and notification.ref_id = post.id
      and notification.type = 'like_agg'
      and notification.sender_id = ${userId} and notification.read_at is null)`;
}

const insertForMods = (post: Sql) => sql`
  ${insertNotifications}
  select mod.id, 'post_pending', post.id, author.id, post.class_id, post.title
  from ${post} post
  join users author on author.id = post.author_id
  join users mod on mod.school_id = post.school_id and mod.role = 'Mod'
    and ${isNotifiable(sql`mod`, sql`author.id`)}`;

/** Notifies the Mods of the school that a post is pending again. */
export async function notifyOfPendingPost(db: Db, postId: number): Promise<void> {
  await db.run(sql`
    with post as (select * from posts where id = ${postId}) ${insertForMods(sql`post`)}`);
}

/** Notifies the author and, of an approved post, the students of its class and those students' parents. */
export async function notifyOfDecision(
  db: Db,
  actor: Actor,
  {
    postId,
    decision,
  }: { postId: number; decision: 'approved' | 'rejected' | 'withdrawn' | 'restored' },
): Promise<void> {
  await db.run(sql`
    with post as (
      select id, title, author_id, class_id from posts where id = ${postId}
    ), student as (
      select member.user_id as id
      from post join current_members member on member.class_id = post.class_id
      where member.kind = 'student' and ${decision}::text = 'approved'
    ), family as (
      select id from student
      union
      select parent_id from student join parents_children on student_id = student.id
    ), notification as (
      select author_id as user_id, 'post_' || ${decision}::text as type,
             ${actor.id}::bigint as sender_id, null::bigint as class_id
      from post
      union all
      select family.id, 'post_new', post.author_id, post.class_id from family, post
    )
    ${insertNotifications}
    select recipient.id, notification.type, post.id, notification.sender_id,
           notification.class_id, post.title
    from post, notification
    join users recipient on recipient.id = notification.user_id
      and ${isNotifiable(sql`recipient`, sql`${actor.id}::bigint`)}`);
}

/** Reminds the parents of these students, or the students themselves if no parent can log in, of a post. */
export async function notifyOfReminder(
  db: Db,
  actor: Actor,
  { postId, studentIds }: { postId: number; studentIds: number[] },
): Promise<void> {
  await db.run(sql`
    with student as (
      select unnest(${studentIds}::bigint[]) as id
    ), parent as (
      select parent.id, link.student_id
      from student
      join parents_children link on link.student_id = student.id
      join users parent on parent.id = link.parent_id and parent.status = 'active'
        and parent.deleted_at is null
    ), reader as (
      select id from parent
      union
      select id from student where id not in (select student_id from parent)
    )
    ${insertNotifications}
    select recipient.id, 'post_reminder', post.id, ${actor.id}::bigint, post.class_id, post.title
    from posts post, reader
    join users recipient on recipient.id = reader.id
      and ${isNotifiable(sql`recipient`, sql`${actor.id}::bigint`)}
    where post.id = ${postId}::bigint`);
}

/** Deletes the notifications of a withdrawn post from its readers: its title disappears with it. */
export async function deleteNewPostNotifications(db: Db, postId: number): Promise<void> {
  await db.run(sql`
    with student as (
      select member.user_id as id
      from posts post join memberships member on member.class_id = post.class_id
      where post.id = ${postId} and member.kind = 'student'
    ), family as (
      select id from student
      union
      select parent_id from student join parents_children on student_id = student.id
    )
    delete from notifications using family
    where user_id = family.id and type in ('post_new', 'post_reminder') and ref_id = ${postId}`);
}
