import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { demoAccounts } from './demo-accounts.ts';

/** Adds a note of the demo parent for tomorrow, and who of the families has read which post. */
export async function fillDemoLeave(db: Db): Promise<void> {
  await db.run(sql`
    insert into leave_notes (school_id, student_id, sent_by, first_day, last_day, reason)
    select child.school_id, child.id, link.parent_id, tomorrow.day, tomorrow.day, 'Con đi khám răng'
    from users child
    join parents_children link on link.student_id = child.id
    cross join (select (now() at time zone 'Asia/Ho_Chi_Minh')::date + 1 as day) tomorrow
    where child.username = ${demoAccounts.student.username}
    order by link.parent_id limit 1`);
  await db.run(sql`
    insert into post_reads (post_id, user_id, read_at)
    select post.id, reader.id, post.created_at + interval '2 hours'
    from posts post
    join current_members member on member.class_id = post.class_id and member.kind = 'student'
    join lateral (
      select member.user_id as id
      union all
      select parent_id from parents_children where student_id = member.user_id
    ) reader on (reader.id + post.id) % 4 <> 0
    where post.status = 'approved'
    on conflict do nothing`);
}
