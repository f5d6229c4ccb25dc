import { type FormerClass, formerClass } from '@lop-xanh/contract/memories';
import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { classNameAt } from '../classes/class-conditions.service.ts';
import { selectIsOfOwnClass } from './posts.queries.ts';
import { listOwnStudents } from './posts.rules.ts';

/** Lists the classes that a student, or a parent's children, have left and whose posts the actor still reads. */
export function listFormerClasses(db: Db, actor: Actor): Promise<FormerClass[]> {
  return db.many(
    formerClass,
    sql`
      with stay as (
        select enrollment.class_id, enrollment.user_id as student_id,
               max(enrollment.ended_at) as left_at
        from memberships enrollment
        where enrollment.user_id = any(${listOwnStudents(actor)}::bigint[])
          and enrollment.kind = 'student'
        group by enrollment.class_id, enrollment.user_id
        having bool_and(enrollment.ended_at is not null)
      )
      select class.id as class_id, ${classNameAt(sql`class`, sql`stay.left_at`)} as class_name,
             class.year as school_year, (
               select teacher.full_name from memberships homeroom
               join users teacher on teacher.id = homeroom.user_id
               where homeroom.class_id = class.id and homeroom.kind = 'homeroom'
                 and homeroom.started_at < stay.left_at
               order by homeroom.started_at desc limit 1
             ) as teacher_full_name,
             student.id as student_id, student.first_name as student_first_name,
             readable.post_count, readable.photo_count
      from stay
      join classes class on class.id = stay.class_id
      join users student on student.id = stay.student_id
      join lateral (
        select count(*) as post_count, coalesce(sum(photos.count), 0)::int as photo_count
        from posts post
        cross join lateral (
          select count(*) from attachments
          where post_id = post.id and mime like 'image/%'
        ) photos
        where post.class_id = class.id and post.status = 'approved'
          and ${selectIsOfOwnClass(actor, sql`post`)}
      ) readable on readable.post_count > 0
      order by class.year desc, stay.left_at desc, student.id`,
  );
}
