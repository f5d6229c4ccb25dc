import type { TaughtClass } from '@lop-xanh/contract/lessons';
import type { Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** The classes that the actor has to do with, with the weeks of a school year that have a sheet. */
export function takenWeeksOfClasses(
  run: Run,
  actor: Actor,
  { schoolYear, gradeId }: { schoolYear: number; gradeId: number | undefined },
): Promise<TaughtClass[]> {
  const isMod = actor.role === 'Mod';
  return run<TaughtClass>({
    name: isMod ? 'taken-weeks-of-school' : 'taken-weeks-of-own',
    text: `
      select class.id, class.name, class.grade_id,
             coalesce(array_agg(sheet.week order by sheet.week)
               filter (where sheet.week is not null), '{}') as taken
      from classes class
      left join attendance_sheets sheet
        on sheet.class_id = class.id and sheet.school_year = $1::smallint
      where class.deleted_at is null
        and ${isMod ? 'class.school_id = $2::bigint' : 'class.id = any($2::bigint[])'}
        and ($3::bigint is null or class.grade_id = $3)
      group by class.id
      order by class.grade_id, class.name collate vietnamese, class.id`,
    values: [schoolYear, isMod ? actor.school_id : actor.class_ids, gradeId ?? null],
  });
}
