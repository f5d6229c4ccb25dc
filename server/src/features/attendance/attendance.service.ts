import type { TaughtClass } from '@lop-xanh/contract/lessons';
import { dayInVietnam, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import type { Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { takenWeeksOfClasses } from './attendance.queries.ts';

/** Which weeks of this school year the actor's classes have taken; an Admin has none of their own. */
export async function takenWeeks(run: Run, actor: Actor, gradeId?: number): Promise<TaughtClass[]> {
  if (actor.role === 'Admin') return [];
  const schoolYear = schoolYearOf(dayInVietnam(new Date()));
  return takenWeeksOfClasses(run, actor, { schoolYear, gradeId });
}
