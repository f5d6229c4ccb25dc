import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from './database.ts';

/** What no constraint can say, and always holds: each statement selects the ids that break it. */
const invariants = {
  'an incomplete sheet': sql`
    select sheet.id from attendance_sheets sheet
    left join attendance_records record on record.sheet_id = sheet.id
    group by sheet.id
    having count(record.sheet_id) <> sheet.total
      or count(*) filter (where record.is_present) <> sheet.present`,
  'a member of another school': sql`
    select membership.id from memberships membership
    join users member on member.id = membership.user_id
    where membership.ended_at is null and member.school_id is distinct from membership.school_id`,
  'a member with another role': sql`
    select membership.id from memberships membership
    join users member on member.id = membership.user_id
    where membership.ended_at is null
      and member.role <> case membership.kind when 'student' then 'Student' else 'Teacher' end`,
  'a member who was deleted, or whose class was': sql`
    select membership.id from memberships membership
    join users member on member.id = membership.user_id
    join classes class on class.id = membership.class_id
    where membership.ended_at is null
      and (member.deleted_at is not null or class.deleted_at is not null)`,
};

/** Lists the broken invariants with their ids. */
export async function listBrokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const [invariant, statement] of Object.entries(invariants)) {
    const ids = await db.values(z.number(), statement);
    if (ids.length > 0) broken.push(`${invariant}: ${ids.join(', ')}`);
  }
  return broken;
}
