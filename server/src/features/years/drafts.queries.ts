import { id } from '@lop-xanh/contract/fields';
import { type RolloverPlan, rolloverDraft, rolloverSchool } from '@lop-xanh/contract/years';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const storedSchool = rolloverSchool.extend({
  students: z.array(rolloverSchool.shape.students.element.extend({ username: z.string() })),
});
export type StoredSchool = z.infer<typeof storedSchool>;

/**
 * All in one statement, so that the parts fit together. Students without a class are those who are new:
 * whoever has left cannot log in.
 */
export async function findRolloverSchool(
  db: Db,
  schoolId: number,
): Promise<StoredSchool | undefined> {
  const [found] = await db.values(
    storedSchool,
    sql`
      select json_build_object(
        'school_id', school.id,
        'school_name', school.school_name,
        'year', current.year + 1,
        'classes', (
          select coalesce(json_agg(json_build_object('id', class.id, 'name', class.name,
              'grade_id', class.grade_id, 'teacher_id', homeroom.user_id)
            order by class.grade_id, class.name collate vietnamese, class.id), '[]')
          from classes class
          left join current_members homeroom
            on homeroom.class_id = class.id and homeroom.kind = 'homeroom'
          where class.school_id = school.id and class.year = current.year
            and class.deleted_at is null),
        'students', (
          select coalesce(json_agg(json_build_object('id', student.id,
              'full_name', student.full_name, 'identifier_code', student.identifier_code,
              'username', student.username, 'class_id', enrollment.class_id)
            order by student.given_name, student.full_name, student.id), '[]')
          from users student
          left join current_members enrollment on enrollment.user_id = student.id
          where student.school_id = school.id and student.role = 'Student'
            and student.deleted_at is null
            and (enrollment.class_id is not null or student.status = 'active')),
        'teachers', (
          select coalesce(json_agg(json_build_object('id', teacher.id,
              'full_name', teacher.full_name, 'username', teacher.username)
            order by teacher.given_name, teacher.full_name, teacher.id), '[]')
          from users teacher
          where teacher.school_id = school.id and teacher.role = 'Teacher'
            and teacher.deleted_at is null and teacher.status = 'active')) as school
      from schools school
      cross join lateral (
        select max(year) as year from school_years where school_id = school.id
      ) current
      where school.id = ${schoolId} and school.deleted_at is null`,
  );
  return found;
}

const savedDraft = rolloverDraft.omit({ school: true }).extend({ version: id });
export type SavedDraft = z.infer<typeof savedDraft>;

/** The draft of this year, if somebody saved one. */
export function findSavedDraft(
  db: Db,
  { schoolId, year }: { schoolId: number; year: number },
): Promise<SavedDraft | undefined> {
  return db.maybeOne(
    savedDraft,
    sql`
      select draft.version, draft.plan, draft.saved_at, saver.full_name as saved_by
      from school_year_drafts draft left join users saver on saver.id = draft.saved_by
      where draft.school_id = ${schoolId} and draft.year = ${year}`,
  );
}

/** Its version goes on counting in the next year, so that no request of this year fits by chance. */
export async function upsertDraft(
  db: Db,
  actor: Actor,
  { schoolId, year, plan }: { schoolId: number; year: number; plan: RolloverPlan },
): Promise<void> {
  await db.run(sql`
    insert into school_year_drafts (school_id, year, plan, saved_by)
    values (${schoolId}, ${year}, ${JSON.stringify(plan)}, ${actor.id})
    on conflict (school_id) do update
    set year = excluded.year, plan = excluded.plan, saved_by = excluded.saved_by, saved_at = now(),
        version = school_year_drafts.version + 1`);
}
