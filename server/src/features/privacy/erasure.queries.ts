import { id } from '@lop-xanh/contract/fields';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

export const erasedName = 'Đã xóa';

/** The username that stays in records of what an erased user did. */
export const erasedUsername = (userId: number) => `erased-${userId}`;

const subject = z.object({
  id,
  role: z.enum(roles),
  school_id: id.nullable(),
  is_erased: z.boolean(),
  /** In microseconds. */
  created_at: z.string(),
  username: z.string(),
  /** Of today, of former times and on attendance sheets. */
  full_names: z.array(z.string()),
  /** Username, code, email and phone. */
  unique_words: z.array(z.string()),
  /** Every school that the person, or a child of theirs, has been in. */
  school_ids: z.array(id),
  /** Every class they attended or taught, or that their children attended. */
  class_ids: z.array(id),
});
export type Subject = z.infer<typeof subject>;

/** `created_at` exactly as PostgreSQL keeps it. */
export const exactCreation = (user: Sql) =>
  sql`(extract(epoch from ${user}.created_at) * 1000000)::bigint::text`;

/** Locks the user, so that two erasures of one person follow each other. */
export async function lockSubject(db: Db, userId: number): Promise<Subject | undefined> {
  await db.run(sql`select from users where id = ${userId} for update`);
  return db.maybeOne(
    subject,
    sql`
      with membership as (
        select school_id, class_id from memberships
        where user_id = ${userId}
          or user_id in (select student_id from parents_children where parent_id = ${userId})
      )
      select subject.id, subject.role, subject.school_id, subject.erased_at is not null as is_erased,
             ${exactCreation(sql`subject`)} as created_at, subject.username,
             array(
               select normalize(subject.full_name)
               union select normalize(btrim(last_name || ' ' || first_name))
                 from former_user_names where user_id = subject.id
               union select normalize(full_name) from student_names where student_id = subject.id
             ) as full_names,
             array_remove(array[subject.username, subject.identifier_code, subject.email, subject.phone],
               null) as unique_words,
             array(
               select school_id from membership
               union select subject.school_id where subject.school_id is not null
             ) as school_ids,
             array(select distinct class_id from membership) as class_ids
      from users subject where subject.id = ${userId}`,
  );
}

/** Lets this transaction change what is otherwise never changed. */
export async function openAppendOnlyTables(db: Db): Promise<void> {
  await db.run(sql`set local lop_xanh.erasing = 'on'`);
}

/** Counts what stays without a name. */
export function countKept(db: Db, { id: userId }: Subject) {
  return db.one(
    z.object({
      comments: z.number(),
      likes: z.number(),
      posts: z.number(),
      attendance: z.number(),
      memberships: z.number(),
      consents: z.number(),
    }),
    sql`
      select (select count(*) from comments where user_id = ${userId}) as comments,
             (select count(*) from likes where user_id = ${userId}) as likes,
             (select count(*) from posts where author_id = ${userId}) as posts,
             (select count(*) from attendance_records where student_id = ${userId}) as attendance,
             (select count(*) from memberships where user_id = ${userId}) as memberships,
             (select count(*) from photo_consents where student_id = ${userId}) as consents`,
  );
}
