import { id } from '@lop-xanh/contract/fields';
import {
  type ModerationCounts,
  type ModerationKind,
  moderationItem,
  moderationKinds,
} from '@lop-xanh/contract/moderation';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isEnrolledAt, joinConsent } from '../consent/consent.service.ts';

export interface QueueFilter {
  kind?: ModerationKind | undefined;
  grade_id?: number | undefined;
}

/** A place in the queue: after this item. Instants are counted in microseconds, as the database keeps them. */
export interface QueuePosition {
  micros: number;
  kind: ModerationKind;
  id: number;
}

/** Where the items of a kind are stored, since when they wait, and which of them wait for this Mod. */
export function describeKind(kind: ModerationKind, actor: Pick<Actor, 'id' | 'school_id'>) {
  const inOwnSchool = sql`waiting.school_id = ${actor.school_id}::bigint`;
  switch (kind) {
    case 'post':
      return {
        table: sql`posts`,
        postId: sql`waiting.id`,
        since: sql`waiting.submitted_at`,
        isWaiting: sql`${inOwnSchool} and waiting.status = 'pending' and waiting.author_id <> ${actor.id}::bigint`,
      };
    case 'held':
      return {
        table: sql`comments`,
        postId: sql`waiting.post_id`,
        since: sql`waiting.created_at`,
        isWaiting: sql`${inOwnSchool} and waiting.status = 'held'`,
      };
    case 'reported':
      return {
        table: sql`comments`,
        postId: sql`waiting.post_id`,
        since: sql`waiting.reported_at`,
        isWaiting: sql`${inOwnSchool} and waiting.status = 'visible' and waiting.reported_at is not null`,
      };
  }
}

/** A condition on `waiting`: the item, or the post of the comment, belongs to a class of the grade. */
function isOfGrade(gradeId: number | undefined, postId: Sql): Sql {
  if (gradeId === undefined) return empty;
  return sql`and exists (
    select from posts graded_post join classes class on class.id = graded_post.class_id
    where graded_post.id = ${postId} and class.grade_id = ${gradeId}::bigint)`;
}

/** The items of a kind in their order, after a position; the indexes have the same order. */
function selectItems(
  actor: Actor,
  kind: ModerationKind,
  { grade_id: gradeId, after, limit }: Page & QueueFilter,
): Sql {
  const { table, postId, since, isWaiting } = describeKind(kind, actor);
  // Of two items since the same moment, the kinds follow each other by name.
  const lastId = !after || kind > after.kind ? 0 : kind === after.kind ? after.id : maxId;
  const isAfter = sql`(${since}, waiting.id)
    > (to_timestamp(${after?.micros ?? 0}::float8 / 1000000), ${lastId}::bigint)`;
  return sql`(
    select ${kind}::text as kind, waiting.id, ${postId} as post_id, ${since} as since
    from ${table} waiting
    where ${isWaiting} and ${isAfter} ${isOfGrade(gradeId, postId)}
    order by ${since}, waiting.id limit ${literal(limit)})`;
}

const maxId = Number.MAX_SAFE_INTEGER;

interface Page {
  after?: QueuePosition | undefined;
  limit: number;
}

const queueRow = moderationItem
  .pick({
    kind: true,
    id: true,
    since: true,
    grade_id: true,
    reports: true,
    authorRecord: true,
    audience: true,
    photoConsent: true,
    taken_by: true,
  })
  .extend({ post_id: id, micros: z.number() });
export type QueueRow = z.infer<typeof queueRow>;

/** Lists what waits, oldest first, without the posts and comments themselves. */
export function listQueue(
  db: Db,
  actor: Actor,
  { kind, ...page }: QueueFilter & Page,
): Promise<QueueRow[]> {
  const kinds = kind ? [kind] : moderationKinds;
  return db.many(
    queueRow,
    sql`
      with item as (
        select * from (${join(
          kinds.map((each) => selectItems(actor, each, page)),
          ' union all ',
        )}) waiting
        order by since, kind collate "C", id limit ${literal(page.limit)}
      ), post as materialized (
        select id, author_id, class_id, created_at, photos_confirmed_at from posts
        where id in (select post_id from item)
      ), author_record as (
        select author_id, count(*) filter (where status = 'approved') as approved,
               count(*) filter (where status = 'rejected') as rejected
        from posts where author_id in (select author_id from post) group by author_id
      ), audience as (
        select member.class_id, count(distinct member.user_id) as students,
               count(distinct link.parent_id) as parents
        from current_members member
        left join parents_children link on link.student_id = member.user_id
        where member.kind = 'student' and member.class_id in (select class_id from post)
        group by member.class_id
      )
      select item.kind, item.id, item.post_id, item.since,
             (extract(epoch from item.since) * 1000000)::bigint as micros, class.grade_id,
             coalesce(report.list, '[]') as reports,
             json_build_object(
               'approved', case when comment.id is null then author_record.approved else earlier.approved end,
               'rejected', case when comment.id is null then author_record.rejected else earlier.rejected end
             ) as "authorRecord",
             json_build_object('students', coalesce(audience.students, 0),
                               'parents', coalesce(audience.parents, 0)) as audience,
             case when item.kind = 'post' and exists (select from attachments where post_id = post.id)
               then json_build_object('confirmed', post.photos_confirmed_at is not null,
                 'students', coalesce((${selectStudentsWithoutConsent(sql`post`)}), '[]'))
             end as "photoConsent",
             presence.by as taken_by
      from item
      join post on post.id = item.post_id
      join author_record on author_record.author_id = post.author_id
      left join audience on audience.class_id = post.class_id
      left join classes class on class.id = post.class_id
      left join comments comment on comment.id = item.id and item.kind <> 'post'
      left join lateral (
        select json_agg(json_build_object('reason', reason, 'at', created_at) order by created_at, user_id) as list
        from comment_reports
        where comment_id = comment.id and created_at >= comment.reported_at
      ) report on true
      cross join lateral (
        select count(*) filter (where status = 'visible') as approved,
               count(*) filter (where status = 'hidden') as rejected
        from comments
        where user_id = comment.user_id and decided_by is not null and id <> comment.id
      ) earlier
      left join lateral (
        ${selectPresence(actor)} and viewed.kind = item.kind and viewed.item_id = item.id limit 1
      ) presence on true
      order by item.since, item.kind collate "C", item.id`,
  );
}

/** The students of the post's class when it was written, whose photos may not be shown. */
const selectStudentsWithoutConsent = (post: Sql) => sql`
  select json_agg(json_build_object('id', student.id, 'full_name', student.full_name)
    order by student.given_name, student.full_name, student.id)
  from memberships enrollment
  join users student on student.id = enrollment.user_id and student.deleted_at is null
  ${joinConsent(sql`student`)}
  where enrollment.class_id = ${post}.class_id
    and ${isEnrolledAt(sql`enrollment`, sql`${post}.created_at`)} and not consent.is_given`;

/** What other Mods of the school are looking at now. */
export function selectPresence(actor: Actor): Sql {
  return sql`
    select viewed.kind, viewed.item_id as id, viewer.full_name as by
    from moderation_presence viewed join users viewer on viewer.id = viewed.user_id
    where viewed.school_id = ${actor.school_id}::bigint and viewed.user_id <> ${actor.id}::bigint
      and viewed.seen_at > now() - make_interval(secs => ${limits.presenceMs / 1000})`;
}

const counts = z.object({ post: z.number(), held: z.number(), reported: z.number() });

/** How many items of each kind wait, in one grade or in all. */
export function countQueue(db: Db, actor: Actor, gradeId?: number): Promise<ModerationCounts> {
  const columns = moderationKinds.map((kind) => {
    const { table, postId, isWaiting } = describeKind(kind, actor);
    return sql`(
      select count(*) from ${table} waiting where ${isWaiting} ${isOfGrade(gradeId, postId)}
    ) as ${raw(kind)}`;
  });
  return db.one(counts, sql`select ${join(columns)}`);
}
