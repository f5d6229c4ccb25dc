import { type SchoolTasks, schoolTasksResponse } from '@lop-xanh/contract/dashboard';
import { moderationKinds } from '@lop-xanh/contract/moderation';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { joinConsent } from '../consent/consent.service.ts';
import { describeKind } from '../moderation/queue.service.ts';

/** What waits for this actor, as an object. */
function selectQueue({ id }: Actor, schoolId: number): Sql {
  const kinds = moderationKinds.map((kind) => {
    const { table, since, isWaiting } = describeKind(kind, { id, school_id: schoolId });
    return sql`select ${kind}::text as kind, waiting.id, ${since} as since
      from ${table} waiting where ${isWaiting}`;
  });
  return sql`
    select json_build_object('post', count(*) filter (where kind = 'post'),
      'held', count(*) filter (where kind = 'held'),
      'reported', count(*) filter (where kind = 'reported'), 'oldest', min(since),
      'oldestPostId', (array_agg(id order by since, id) filter (where kind = 'post'))[1])
    from (${join(kinds, ' union all ')}) item`;
}

/** Counts active students of each class of the school for which the condition holds. */
const countByClass = (joined: Sql, condition: Sql) => sql`
  select coalesce(json_agg(json_build_object('class_id', id, 'class_name', name, 'count', number)
    order by grade_id, name collate vietnamese, id), '[]')
  from (
    select class.id, class.name, class.grade_id, count(*) as number
    from classes class
    join current_members member on member.class_id = class.id and member.kind = 'student'
    join users student on student.id = member.user_id and student.status = 'active'
      and student.deleted_at is null
    ${joined}
    where class.school_id = chosen.school_id and class.year = chosen.year
      and class.deleted_at is null and ${condition}
    group by class.id
  ) counted`;

/** A guardian who refused has answered for everybody. */
const isUnanswered = sql`(consent.guardian is null
  or consent.guardian = 'given' and consent.needs_child and consent.child is null)`;

/** Undefined if there is no such school. */
export async function findSchoolTasks(
  db: Db,
  actor: Actor,
  { schoolId, today }: { schoolId: number; today: string },
): Promise<SchoolTasks | undefined> {
  const [found] = await db.many(
    schoolTasksResponse,
    sql`
      with chosen as (
        select school.id as school_id, school.school_name, year.year, year.first_monday
        from schools school
        join school_years year on year.school_id = school.id
        where school.id = ${schoolId}::bigint and school.deleted_at is null
        order by year.year desc limit 1
      )
      select chosen.school_id, chosen.school_name, (${selectQueue(actor, schoolId)}) as queue,
             (${countByClass(joinConsent(sql`student`), isUnanswered)}) as consent,
             (${countByClass(
               sql`join cards card on card.student_id = student.id`,
               sql`card.locked_at is not null and card.secret_hash is not null`,
             )}) as "lockedCards",
             (select json_build_object('open', count(*), 'due_on', min(due_on))
               from data_requests
               where school_id = chosen.school_id and due_on is not null) as requests,
             json_build_object('year', chosen.year + 1,
               'isDue', ${today}::date >= chosen.first_monday + (${limits.rolloverWeek}::int - 1) * 7,
               'savedAt', (select saved_at from school_year_drafts
                 where school_id = chosen.school_id and year = chosen.year + 1)) as rollover
      from chosen`,
  );
  return found;
}
