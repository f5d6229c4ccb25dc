import type { Dashboard, Logins, SchoolTasks } from '@lop-xanh/contract/dashboard';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { findDashboard, type SchoolChoice } from './dashboard.queries.ts';
import { findLogins } from './logins.queries.ts';
import { findSchoolTasks } from './school-tasks.queries.ts';

export function readDashboard(db: Db, choice: SchoolChoice): Promise<Dashboard> {
  return findDashboard(db, choice, getVietnamDate(new Date()));
}

/** The chosen week is one of the last ones; of any other, no school is listed. */
export function readLogins(db: Db, monday: string | undefined): Promise<Logins> {
  return findLogins(db, { today: getVietnamDate(new Date()), chosen: monday });
}

export async function readSchoolTasks(
  db: Db,
  actor: Actor,
  requestedId: number | undefined,
): Promise<SchoolTasks> {
  const tasks = await findSchoolTasks(db, actor, {
    schoolId: requireSchoolId(actor, requestedId),
    today: getVietnamDate(new Date()),
  });
  if (!tasks) throw new AppError('not_found');
  return tasks;
}
