import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';

/**
 * Adds a parent to each of these students, by the name that the student's record has. Every third one also has
 * a child in the other class, and every other one has not logged in yet. Their usernames are phone numbers, as
 * after an import.
 */
export async function fillDemoFamilies(
  db: Db,
  { studentIds, siblingIds }: { studentIds: number[]; siblingIds: number[] },
): Promise<void> {
  await db.run(sql`
    with student as (
      select "user".*, number from unnest(${studentIds}::bigint[]) with ordinality as chosen (id, number)
      join users "user" using (id)
    ), parent as (
      insert into users (role, school_id, username, phone, last_name, first_name, password_hash,
        must_change_password, password_issued_at, is_demo)
      select 'Parent', school_id, '0' || 900000100 + number, '0' || 900000100 + number,
             regexp_replace(parent_name, ' *[^ ]+$', ''), substring(parent_name from '[^ ]+$'),
             password_hash, number % 2 = 0, case when number % 2 = 0 then now() end, true
      from student order by number
      returning id, username::bigint - 900000100 as number
    ), family as (
      select parent.id as parent_id, student.id as student_id from parent join student using (number)
      union all
      select parent.id, sibling.id
      from parent
      join unnest(${siblingIds}::bigint[]) with ordinality as sibling (id, number)
        on parent.number = sibling.number * 3
    )
    insert into parents_children (parent_id, student_id) select parent_id, student_id from family`);
}
