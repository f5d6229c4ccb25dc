import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { DemoAuthor } from './fill-demo-posts.ts';

/**
 * Adds last year: the same classes with the same teachers, and the students of the upper grades in the
 * class below. The Mod moved everybody to this year's classes.
 */
export async function fillDemoHistory(db: Db): Promise<void> {
  await db.run(sql`
    insert into school_years (school_id, year, first_monday)
    select school_id, year - 1, date_trunc('week', make_date(year - 1, 9, 7))::date
    from school_years where school_id in (select school_id from users where is_demo)`);
  await db.run(sql`
    insert into classes (school_id, year, grade_id, name)
    select school_id, year - 1, grade_id, name from classes
    where school_id in (select school_id from users where is_demo)
    order by id`);
  await db.run(sql`
    update memberships membership
    set started_by = mod.id, started_by_username = mod.username
    from users mod
    where mod.school_id = membership.school_id and mod.role = 'Mod' and mod.is_demo`);
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at,
      started_by, started_by_username, ended_by, ended_by_username)
    select membership.school_id, former.id, membership.user_id, membership.kind,
           membership.started_at - interval '1 year', membership.started_at,
           started_by, started_by_username, started_by, started_by_username
    from memberships membership
    join users member on member.id = membership.user_id and member.is_demo
    join classes class on class.id = membership.class_id
    join classes former
      on former.school_id = class.school_id and former.year = class.year - 1
      and right(former.name, 1) = right(class.name, 1)
      and former.grade_id = class.grade_id - case membership.kind when 'student' then 1 else 0 end
    order by membership.id`);
}

/** The teacher who had the students of this author last year, in the class of then. */
export async function findFormerTeacher(db: Db, author: DemoAuthor): Promise<DemoAuthor> {
  const former = await db.one(
    z.object({ id, classId: id }),
    sql`
      select homeroom.user_id as id, homeroom.class_id as "classId"
      from memberships enrollment
      join memberships homeroom on homeroom.class_id = enrollment.class_id and homeroom.kind = 'homeroom'
      where enrollment.user_id = ${author.students[0]} and enrollment.ended_at is not null`,
  );
  return { ...author, ...former };
}
