import type {
  AttendanceSheetInput,
  AttendanceWeek,
  attendance,
} from '@lop-xanh/contract/attendance';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { ClassProgress } from '@lop-xanh/contract/lessons';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { lockUsers } from '../../database/lock-users.ts';
import { isForeignKeyViolation } from '../../database/postgres-errors.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { listStudents, readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfAbsences, notifyOfAttendance } from '../notifications/notify.service.ts';
import { resolveSchoolId } from '../schools/own-school.service.ts';
import { findCurrentYear } from '../years/years.service.ts';
import {
  findSchoolOfStudent,
  insertRecords,
  insertSheet,
  listDates,
  listRates,
  listTakenWeeksOfClasses,
  listWeeks,
  listWeeksOfStudent,
  type StoredSheet,
} from './attendance.queries.ts';
import {
  canReadYearOf,
  canTake,
  findCorrectionError,
  findDateError,
  findExcuseError,
  findStudentError,
} from './attendance.rules.ts';

const today = () => getVietnamDate(new Date());

export interface YearQuery {
  /** Of a class or a student. */
  id: number;
  /** By default that of the class, or the current one of the student's school. */
  school_year?: number | undefined;
}

export async function readWeeks(
  db: Db,
  actor: Actor,
  { id, school_year: requestedYear }: YearQuery,
): Promise<ResponseOf<typeof attendance.weeks>> {
  const found = await readVisibleClass(db, actor, id);
  const school_year = requestedYear ?? found.school_year;
  const weeks = await listWeeks(db, actor, { classId: id, schoolYear: school_year });
  return {
    weeks: sortRecords(weeks).map((sheet) => toWeek(actor, found, sheet)),
    school_id: found.school_id,
    school_year,
    can: { take: canTake(actor, found) && school_year === getSchoolYear(today()) },
  };
}

export async function readDates(
  db: Db,
  actor: Actor,
  { id, school_year }: YearQuery,
): Promise<ResponseOf<typeof attendance.dates>> {
  const found = await readVisibleClass(db, actor, id);
  return {
    dates: await listDates(db, { classId: id, schoolYear: school_year ?? found.school_year }),
  };
}

/** A day may have several sheets, for weeks that were made up for. */
export async function readDay(
  db: Db,
  actor: Actor,
  { id, date }: { id: number; date: string },
): Promise<ResponseOf<typeof attendance.day>> {
  await readVisibleClass(db, actor, id);
  const weeks = await listWeeks(db, actor, { classId: id, schoolYear: getSchoolYear(date), date });
  const students = sortRecords(weeks).flatMap(({ week, records }) =>
    records.map((record) => ({ ...record, week })),
  );
  return { students };
}

/** An Admin has no classes. */
export async function listTakenWeeks(
  db: Db,
  actor: Actor,
  gradeId?: number,
): Promise<ClassProgress[]> {
  if (actor.role === 'Admin') return [];
  return listTakenWeeksOfClasses(db, actor, gradeId);
}

/** Must run in a transaction: an error undoes the sheet. */
export async function saveAttendance(
  db: Db,
  actor: Actor,
  { id, week, date, students, school_id }: AttendanceSheetInput & { id: number },
): Promise<AttendanceWeek> {
  const found = await readVisibleClass(db, actor, id);
  const isOtherSchool = school_id !== undefined && school_id !== found.school_id;
  if (!canTake(actor, found) || isOtherSchool) throw new AppError('forbidden');
  const dateError = findDateError(date, { today: today(), schoolYear: found.school_year });
  if (dateError) throw fieldError(dateError, 'date');

  const excuseError = findExcuseError(students, 'students');
  if (excuseError) throw fieldError(excuseError.error, excuseError.path);

  const year = { classId: id, schoolYear: found.school_year };
  const present = students.filter(({ status }) => status === 'present').length;
  const counts = { present, total: students.length };
  const sheet = { ...year, ...counts, schoolId: found.school_id, week, date };
  const sheetId = await insertSheet(db, actor, sheet).catch(rethrowMissingClass);
  if (!sheetId) throw new AppError('week_already_saved');

  // One statement reads the class, so a student who moves at this moment is either in it or not.
  const enrolled = await listStudents(db, id);
  const studentError = findStudentError(students, enrolled);
  if (studentError) throw fieldError(studentError.error, studentError.path);
  const names = new Map(enrolled.map((student) => [student.id, student.full_name]));
  const marks = students.map(({ note = '', isExcused = false, ...mark }) => ({
    ...mark,
    note,
    isExcused,
    full_name: names.get(mark.id) as string,
  }));
  const inserted = await insertRecords(db, { sheetId, schoolId: found.school_id, marks });
  // Another sheet saved a new name for a student at the same moment: the client must try again.
  if (inserted < marks.length) throw new AppError('unavailable');
  if (!(await lockUsers(db, [...names.keys()]))) throw new AppError('unavailable');
  await notifyOfAttendance(db, actor, { ...year, schoolId: found.school_id, week });
  const absent = marks.filter(({ status }) => status === 'absent');
  if (absent.length > 0) {
    await notifyOfAbsences(db, actor, { classId: id, week, students: absent });
  }

  return findWeek(db, actor, { schoolClass: found, week });
}

/** The start of the school year, and with it the class, may have been undone at this moment. */
function rethrowMissingClass(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AppError('not_found', { cause: error }) : error;
}

export async function readWeek(
  db: Db,
  actor: Actor,
  { id, week }: { id: number; week: number },
): Promise<AttendanceWeek> {
  return findWeek(db, actor, { schoolClass: await readVisibleClass(db, actor, id), week });
}

interface WeekOfClass {
  schoolClass: { id: number; school_id: number; school_year: number };
  week: number;
}

export async function findWeek(
  db: Db,
  actor: Actor,
  { schoolClass, week }: WeekOfClass,
): Promise<AttendanceWeek> {
  const year = { classId: schoolClass.id, schoolYear: schoolClass.school_year };
  const [sheet] = sortRecords(await listWeeks(db, actor, { ...year, week }));
  if (!sheet) throw new AppError('not_found');
  return toWeek(actor, schoolClass, sheet);
}

function toWeek(
  actor: Actor,
  schoolClass: WeekOfClass['schoolClass'],
  { is_recent, ...sheet }: StoredSheet,
): AttendanceWeek {
  const correct = findCorrectionError(actor, schoolClass, { is_recent }) === undefined;
  return { ...sheet, can: { correct } };
}

export async function readStudentYear(
  db: Db,
  actor: Actor,
  { id, school_year: requestedYear }: YearQuery,
): Promise<ResponseOf<typeof attendance.forStudent>> {
  const schoolId = await findSchoolOfStudent(db, id);
  if (!schoolId || !canReadYearOf(actor, id)) {
    throw new AppError(schoolId === actor.school_id ? 'forbidden' : 'not_found');
  }
  const school_year = requestedYear ?? (await findCurrentYear(db, schoolId));
  const weeks = await listWeeksOfStudent(db, { studentId: id, schoolYear: school_year });
  return { attendance: weeks, school_year };
}

export async function readRates(
  db: Db,
  actor: Actor,
  {
    school_id,
    school_year: requestedYear,
  }: { school_id?: number | undefined; school_year?: number | undefined },
): Promise<ResponseOf<typeof attendance.rates>> {
  const schoolId = resolveSchoolId(actor, school_id);
  if (schoolId === null) throw fieldError('invalid_input', 'school_id');
  const school_year = requestedYear ?? (await findCurrentYear(db, schoolId));
  return { rates: await listRates(db, { schoolId, schoolYear: school_year }), school_year };
}

/** Sorts every sheet by given name; sorts the year's few names once, not once per sheet. */
function sortRecords(weeks: StoredSheet[]): StoredSheet[] {
  const names = new Set(weeks.flatMap(({ records }) => records.map(({ full_name }) => full_name)));
  const sorted = [...names].toSorted(compareByGivenName);
  const ranks = new Map(sorted.map((name, index) => [name, index]));
  const rank = (name: string) => ranks.get(name) ?? 0;
  return weeks.map((week) => ({
    ...week,
    records: week.records.toSorted(
      (a, b) => rank(a.full_name) - rank(b.full_name) || a.student_id - b.student_id,
    ),
  }));
}
