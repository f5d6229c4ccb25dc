import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { attendanceGroupKey, postGroupKey } from '../features/notifications/notify.service.ts';

/** Adds the notifications of the demo's posts and latest attendance sheets; older ones are marked as read. */
export async function fillDemoNotifications(db: Db): Promise<void> {
  await db.run(sql`
    with post as (
      select post.*, post.created_at + interval '30 minutes' as decided_at
      from posts post join users author on author.id = post.author_id
      where author.is_demo
    ), family as (
      select user_id, class_id from current_members where kind = 'student'
      union
      select parent_id, child.class_id
      from parents_children join current_members child on child.user_id = student_id
    ), notification as (
      select mod.id as user_id, 'post_pending' as type, post.id as ref_id,
             post.author_id as sender_id, post.class_id, post.title as about, post.created_at,
             null as group_key
      from post join users mod on mod.school_id = post.school_id and mod.role = 'Mod'
      union all
      select author_id, 'post_' || status, id, decided_by, null, title, decided_at, null
      from post where status <> 'pending'
      union all
      select family.user_id, 'post_new', post.id, post.author_id, post.class_id, post.title, decided_at,
             null
      from post join family using (class_id) where status = 'approved'
      union all
      select post.author_id, 'like_agg', post.id, post_like.user_id, null, post.title, post_like.created_at,
             ${postGroupKey('like', sql`post.id`, sql`post_like.created_at`)}
      from likes post_like join post on post.id = post_like.post_id
      union all
      select post.author_id, 'comment', post.id, comment.user_id, null, post.title, comment.created_at,
             ${postGroupKey('comment', sql`post.id`, sql`comment.created_at`)}
      from comments comment join post on post.id = comment.post_id
      union all
      select mod.id, 'attendance_saved', sheet.class_id, sheet.taken_by, sheet.class_id,
             sheet.week::text, sheet.taken_at,
             ${attendanceGroupKey(sql`sheet.school_year`, sql`sheet.week`)}
      from attendance_sheets sheet
      join users mod on mod.school_id = sheet.school_id and mod.role = 'Mod'
      where sheet.week = (select max(week) from attendance_sheets where class_id = sheet.class_id)
    )
    insert into notifications
      (user_id, type, ref_id, sender_id, class_id, about, group_key, created_at, read_at)
    select user_id, type, ref_id, sender_id, class_id, about, group_key, created_at,
           case when created_at < now() - interval '3 days' then created_at + interval '1 hour' end
    from notification order by created_at, user_id`);
}
