import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfMissingSheet } from '../notifications/notify.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import {
  findOverview,
  findReminder,
  hasSheet,
  recordReminder,
} from './attendance-overview.queries.ts';

export async function readOverview(
  db: Db,
  actor: Actor,
  query: {
    school_id?: number | undefined;
    school_year?: number | undefined;
    week?: number | undefined;
  },
): Promise<AttendanceOverview> {
  const overview = await findOverview(db, {
    schoolId: requireSchoolId(actor, query.school_id),
    schoolYear: query.school_year,
    week: query.week,
    today: getVietnamDate(new Date()),
  });
  if (!overview) throw new AppError('not_found');
  return overview;
}

/** Records that the overview leaves the server as a file. */
export async function recordOverviewExport(
  db: Db,
  actor: Actor,
  { school_id, school_name, school_year }: AttendanceOverview,
): Promise<void> {
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'attendance',
    name: school_name,
    schoolId: school_id,
    details: { school_year },
  });
}

interface WeekOfClass {
  id: number;
  week: number;
}

/** Must run in a transaction: an error undoes the reminder. */
export async function remindTeachers(
  db: Db,
  actor: Actor,
  { id, week }: WeekOfClass,
): Promise<{ remindedAt: string }> {
  const { is_past } = await readVisibleClass(db, actor, id);
  if (is_past) throw new AppError('not_found');
  if (await hasSheet(db, { classId: id, week })) throw new AppError('week_already_saved');
  const startOfDay = new Date(`${getVietnamDate(new Date())}T00:00:00+07:00`);
  const remindedAt = await recordReminder(db, { classId: id, week, notSince: startOfDay });
  if (!remindedAt) throw new AppError('class_reminded_today');
  const notified = await notifyOfMissingSheet(db, actor, { classId: id, week });
  if (notified === 0) throw new AppError('class_without_teacher');
  return { remindedAt };
}

export async function readReminder(
  db: Db,
  actor: Actor,
  { id, week }: WeekOfClass,
): Promise<{ remindedAt: string }> {
  await readVisibleClass(db, actor, id);
  const remindedAt = await findReminder(db, { classId: id, week });
  if (!remindedAt) throw new AppError('not_found');
  return { remindedAt };
}
