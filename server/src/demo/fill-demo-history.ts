import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { demoDates } from './demo-attendance.ts';

/**
 * How everybody came to the class they are in: teachers before the first roll call, students of the
 * upper grades a year earlier into the class below and then up.
 */
export async function fillDemoHistory(db: Db): Promise<void> {
  const [firstDay] = demoDates(dayInVietnam(new Date()));
  await sql`
    insert into class_history (school_id, user_id, role, first_name, last_name, from_class_id,
      from_class_name, to_class_id, to_class_name, changed_by, changed_by_username, changed_at)
    select person.school_id, person.id, person.role, person.first_name, person.last_name,
           step.from_id, step.from_name, step.to_id, step.to_name, mod.id, mod.username,
           ${firstDay}::timestamptz - step.before
    from users person
    join classes class on class.id = person.class_id
    join users mod on mod.school_id = person.school_id and mod.role = 'Mod'
    left join classes below
      on below.school_id = class.school_id and below.grade_id = class.grade_id - 1
      and right(below.name, 1) = right(class.name, 1) and person.role = 'Student'
    cross join lateral (values
      (null::bigint, null::text, below.id, below.name, interval '1 year'),
      (below.id, below.name, class.id, class.name, interval '7 days')
    ) as step (from_id, from_name, to_id, to_name, before)
    where person.is_demo and step.to_id is not null
    order by step.before desc, person.id`.execute(db);
}
