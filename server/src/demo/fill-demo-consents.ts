import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { demoAccounts } from './demo-accounts.ts';
import { getDemoJoinTime } from './demo-attendance.ts';
import { girlNames } from './demo-names.ts';

/**
 * Adds birthdays, and what the paper forms at the beginning of the year said: in each class one family
 * refused and one gave no answer. The demo parent has not answered for the demo student.
 */
export async function fillDemoConsents(db: Db): Promise<void> {
  await db.run(sql`
    update users student
    set birth_date = make_date(class.year - 5 - class.grade_id::int, 1 + student.id::int % 12,
          1 + student.id::int % 28),
        sex = case when student.first_name = any(${girlNames}::text[]) then 'female' else 'male' end
    from memberships enrollment join classes class on class.id = enrollment.class_id
    where enrollment.user_id = student.id and enrollment.kind = 'student' and student.is_demo`);
  await db.run(sql`
    insert into photo_consents (school_id, student_id, side, decision, evidence, guardian_name, decided_on,
      recorded_by, recorded_at)
    select student.school_id, student.id, side, case number when 5 then 'refused' else 'given' end, 'paper',
           case side when 'guardian' then student.parent_name end,
           (joined.at at time zone 'Asia/Ho_Chi_Minh')::date, mod.id, joined.at
    from (
      select *, row_number() over (partition by class_id order by user_id) as number
      from memberships where kind = 'student'
    ) enrollment
    join users student on student.id = enrollment.user_id and student.is_demo
    join users mod on mod.school_id = student.school_id and mod.role = 'Mod' and mod.is_demo
    cross join (select ${getDemoJoinTime()}::timestamptz as at) joined
    cross join unnest(array['guardian', 'child']) side
    where number <> 9 and student.username <> ${demoAccounts.student.username}
    order by student.id, side desc`);
}
