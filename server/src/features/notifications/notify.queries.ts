import type { StatementRunner } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const insert = `insert into notifications (user_id, type, ref_id, sender_id, class_id, about)`;

/** Nobody is notified of their own actions; users who cannot log in are not notified at all. */
const isNotifiable = (user: string, sender: string) =>
  `${user}.id <> ${sender} and ${user}.status = 'active' and ${user}.deleted_at is null`;

/** A part of a statement that notifies the Mods of the school of the posts in `post`. */
export const notifyModsSql = (post: string) => `
  ${insert}
  select mod.id, 'post_pending', post.id, author.id, author.class_id, post.title
  from ${post} post
  join users author on author.id = post.author_id
  join users mod on mod.school_id = post.school_id and mod.role = 'Mod'
    and ${isNotifiable('mod', 'author.id')}`;

interface Reaction {
  /** The name of a query that returns a row if the reaction happened. */
  event: string;
  post: string;
  sender: string;
}

/** A part of a statement that notifies the author of `post`. */
export const notifyAuthorSql = (
  type: 'like_agg' | 'comment',
  { event, post, sender }: Reaction,
) => `
  ${insert}
  select author.id, '${type}', post.id, ${sender}, null, post.title
  from ${event} event, ${post} post
  join users author on author.id = post.author_id
  where ${isNotifiable('author', sender)}
  on conflict do nothing`;

/** A part of a statement that deletes the notification of a withdrawn like, unless it was read. */
export const deleteLikeNotificationSql = ({ event, post, sender }: Reaction) => `
  delete from notifications notification using ${event} event, ${post} post
  where notification.user_id = post.author_id and notification.ref_id = post.id
    and notification.bucket is not null
    and notification.sender_id = ${sender} and notification.read_at is null`;

/** Notifies the Mods of the school that a post is pending again. */
export async function notifyOfPendingPost(run: StatementRunner, postId: number): Promise<void> {
  await run({
    name: 'notify-of-pending-post',
    text: `with post as (select * from posts where id = $1::bigint) ${notifyModsSql('post')}`,
    values: [postId],
  });
}

/** Notifies the author and, of an approved post, the students of their class and those students' parents. */
export async function notifyOfDecision(
  run: StatementRunner,
  actor: Actor,
  { postId, decision }: { postId: number; decision: 'approved' | 'rejected' },
): Promise<void> {
  await run({
    name: 'notify-of-decision',
    text: `
      with post as (
        select post.id, post.title, post.author_id, author.class_id
        from posts post join users author on author.id = post.author_id
        where post.id = $1::bigint
      ), student as (
        select student.id from post join users student on student.class_id = post.class_id
        where student.role = 'Student' and student.deleted_at is null and $3::text = 'approved'
      ), family as (
        select id from student
        union
        select parent_id from student join parents_children on student_id = student.id
      ), notification as (
        select author_id as user_id, 'post_' || $3 as type, $2::bigint as sender_id,
               null::bigint as class_id
        from post
        union all
        select family.id, 'post_new', post.author_id, post.class_id from family, post
      )
      ${insert}
      select recipient.id, notification.type, post.id, notification.sender_id,
             notification.class_id, post.title
      from post, notification
      join users recipient on recipient.id = notification.user_id
        and ${isNotifiable('recipient', '$2::bigint')}`,
    values: [postId, actor.id, decision],
  });
}

/** Notifies the Mods of the school that a class has saved its attendance sheet for a week. */
export async function notifyOfAttendance(
  run: StatementRunner,
  actor: Actor,
  { schoolId, classId, week }: { schoolId: number; classId: number; week: number },
): Promise<void> {
  await run({
    name: 'notify-of-attendance',
    text: `
      ${insert}
      select mod.id, 'attendance_saved', $3::bigint, $2::bigint, $3::bigint, $4::text
      from users mod
      where mod.school_id = $1::bigint and mod.role = 'Mod' and ${isNotifiable('mod', '$2::bigint')}`,
    values: [schoolId, actor.id, classId, week],
  });
}

/** Notifies users who moved to another class, or left theirs. */
export async function notifyOfTransfers(
  run: StatementRunner,
  actor: Actor,
  transfers: { userId: number; from: number | null; to: number | null }[],
): Promise<void> {
  await run({
    name: 'notify-of-transfers',
    text: `
      ${insert}
      select recipient.id, 'class_changed', class.id, $1::bigint, transfer.to_id, class.name
      from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as transfer (user_id, from_id, to_id)
      join users recipient on recipient.id = transfer.user_id
        and ${isNotifiable('recipient', '$1::bigint')}
      join classes class on class.id = coalesce(transfer.to_id, transfer.from_id)`,
    values: [
      actor.id,
      transfers.map(({ userId }) => userId),
      transfers.map(({ from }) => from),
      transfers.map(({ to }) => to),
    ],
  });
}

/** Notifies users whose password somebody else has reset. */
export async function notifyOfPasswordResets(
  run: StatementRunner,
  actor: Actor,
  userIds: number[],
): Promise<void> {
  await run({
    name: 'notify-of-password-resets',
    text: `
      ${insert}
      select recipient.id, 'password_reset', recipient.id, $1::bigint, null, null
      from users recipient
      where recipient.id = any($2::bigint[]) and ${isNotifiable('recipient', '$1::bigint')}`,
    values: [actor.id, userIds],
  });
}
