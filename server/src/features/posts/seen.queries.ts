import { id } from '@lop-xanh/contract/fields';
import { postStatuses } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { visibleTo } from './posts.queries.ts';

/** Remembers which of the posts the actor has read; those that they cannot read are left out. */
export async function insertReads(db: Db, actor: Actor, postIds: number[]): Promise<void> {
  // Locked in order, so that a post is not deleted meanwhile and two requests do not wait for each other.
  await db.run(sql`
    insert into post_reads (post_id, user_id)
    select id, ${actor.id}::bigint from posts
    where id = any(${postIds}::bigint[]) and ${visibleTo(actor)}
    order by id for key share
    on conflict do nothing`);
}

const readPost = z.object({
  id,
  school_id: id,
  class_id: id.nullable(),
  status: z.enum(postStatuses),
  reminded_at: z.string().nullable(),
});
export type ReadPost = z.infer<typeof readPost>;

/** Checks no permissions: that is up to the caller. */
export function findReadPost(db: Db, postId: number): Promise<ReadPost | undefined> {
  return db.maybeOne(
    readPost,
    sql`
      select id, school_id, class_id, status, reminded_at from posts where id = ${postId}::bigint`,
  );
}

const family = z.object({ id, full_name: z.string(), has_read: z.boolean() });
export type Family = z.infer<typeof family>;

/**
 * The students in the class of the post, by given name. Their parents read for them, unless no parent can
 * log in.
 */
export function listFamilies(db: Db, { id: postId, class_id }: ReadPost): Promise<Family[]> {
  return db.many(
    family,
    sql`
      select student.id, student.full_name, coalesce(parents.have_read, exists (
               select from post_reads where post_id = ${postId}::bigint and user_id = student.id
             )) as has_read
      from current_members member
      join users student on student.id = member.user_id and student.status = 'active'
      left join lateral (
        select bool_or(reading.user_id is not null) as have_read
        from parents_children link
        join users parent on parent.id = link.parent_id and parent.status = 'active'
          and parent.deleted_at is null
        left join post_reads reading
          on reading.post_id = ${postId}::bigint and reading.user_id = parent.id
        where link.student_id = student.id
      ) parents on true
      where member.class_id = ${class_id}::bigint and member.kind = 'student'
      order by student.given_name, student.full_name, student.id`,
  );
}

/** Returns false if the families were reminded before. Of two concurrent reminders the second waits. */
export async function markReminded(db: Db, postId: number): Promise<boolean> {
  const updated = await db.run(sql`
    update posts set reminded_at = now() where id = ${postId}::bigint and reminded_at is null`);
  return updated === 1;
}
