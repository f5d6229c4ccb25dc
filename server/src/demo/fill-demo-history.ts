import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { listDemoDates } from './demo-attendance.ts';

/**
 * Adds the transfers that led to the current classes: all users joined a week before the first
 * attendance sheet, and students of the upper grades spent the year before in the class below.
 */
export async function fillDemoHistory(db: Db): Promise<void> {
  const [firstDay] = listDemoDates(getVietnamDate(new Date()));
  await db.run(sql`
    insert into class_history (school_id, user_id, role, first_name, last_name, from_class_id,
      from_class_name, to_class_id, to_class_name, changed_by, changed_by_username, changed_at)
    select member.school_id, member.id, member.role, member.first_name, member.last_name,
           transfer.from_id, transfer.from_name, transfer.to_id, transfer.to_name, mod.id, mod.username,
           ${firstDay}::timestamptz - transfer.before
    from users member
    join classes class on class.id = member.class_id
    join users mod on mod.school_id = member.school_id and mod.role = 'Mod'
    left join classes below
      on below.school_id = class.school_id and below.grade_id = class.grade_id - 1
      and right(below.name, 1) = right(class.name, 1) and member.role = 'Student'
    cross join lateral (values
      (null::bigint, null::text, below.id, below.name, interval '1 year'),
      (below.id, below.name, class.id, class.name, interval '7 days')
    ) as transfer (from_id, from_name, to_id, to_name, before)
    where member.is_demo and transfer.to_id is not null
    order by transfer.before desc, member.id`);
}
