import type {
  AttendanceGrid,
  AttendanceWeek,
  CorrectionInput,
} from '@lop-xanh/contract/attendance';
import { listChanges, type RecordChange } from '@lop-xanh/contract/rules/record-changes';
import type { Db } from '../../database/database.ts';
import { lockUsers } from '../../database/lock-users.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfCorrection } from '../notifications/notify.service.ts';
import { findCorrectionError, findRecordError, isSameMark } from './attendance.rules.ts';
import { findWeek, readWeeks } from './attendance.service.ts';
import { correctRecords, listRecords, lockSheet } from './corrections.queries.ts';

export { joinCorrections, listOfCorrections } from './corrections.queries.ts';

/** Must run in a transaction, which holds the lock on the sheet until everything is written. */
export async function correctAttendance(
  db: Db,
  actor: Actor,
  { id, week, records, reason }: CorrectionInput & { id: number; week: number },
): Promise<AttendanceWeek> {
  const schoolClass = await readVisibleClass(db, actor, id);
  const { school_id: schoolId, school_year: schoolYear } = schoolClass;
  const sheet = await lockSheet(db, { classId: id, schoolYear, week });
  const error = findCorrectionError(actor, schoolClass, sheet ?? { is_recent: true });
  if (error) throw new AppError(error);
  if (!sheet) throw new AppError('not_found');

  // Of a student who is being erased, the records of afterwards are read.
  await lockUsers(
    db,
    records.map(({ student_id }) => student_id),
  );
  const stored = await listRecords(db, sheet.id);
  const recordError = findRecordError(records, stored);
  if (recordError === 'attendance_changed') throw new AppError(recordError);
  if (recordError) throw fieldError(recordError.error, recordError.path);
  const changed = records.filter((record) => !isSameMark(record, record.was));
  await correctRecords(db, actor, { sheetId: sheet.id, records: changed, reason });

  const names = new Map(stored.map(({ student_id, full_name }) => [student_id, full_name]));
  const students = changed.map(({ student_id, status, note, isExcused = false, was }) => ({
    id: student_id,
    full_name: names.get(student_id) as string,
    status,
    details: {
      old: { isExcused: false, ...was },
      new: { status, note, isExcused },
    },
  }));
  await notifyOfCorrection(db, actor, { classId: id, week, students });
  const entries = students.map(({ full_name, details }) => ({
    action: 'corrected' as const,
    subject: 'attendance' as const,
    id,
    name: full_name,
    schoolId,
    details: { class_name: schoolClass.name, week, reason, ...details },
  }));
  await writeAuditEntries(db, actor, ...entries);
  return findWeek(db, actor, { schoolClass, week });
}

export interface YearChange extends RecordChange {
  week: number;
  full_name: string;
}

/** The corrections of a class's year by week; few classes have any. */
export async function readYearChanges(
  db: Db,
  actor: Actor,
  { class_id, school_year, students }: AttendanceGrid,
): Promise<YearChange[]> {
  if (students.every(({ corrected }) => corrected.length === 0)) return [];
  const { weeks } = await readWeeks(db, actor, { id: class_id, school_year });
  return weeks.flatMap(({ week, records }) =>
    records.flatMap((record) =>
      listChanges(record).map((change) => ({ week, full_name: record.full_name, ...change })),
    ),
  );
}
