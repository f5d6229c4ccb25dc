import {
  type AttendanceGrid,
  type AttendanceSheetInput,
  type AttendanceWeek,
  type attendance,
  markLetters,
} from '@lop-xanh/contract/attendance';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { TaughtClass } from '@lop-xanh/contract/lessons';
import { dayInVietnam, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import { limits } from '@lop-xanh/contract/rules/limits';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import { type Db, type Run, within } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { schoolMeant } from '../../http/own-school.ts';
import { activeStudentsOf, findClass, studentsOf } from '../classes/classes.service.ts';
import { tellOfAttendance } from '../notifications/tell.service.ts';
import {
  countWeeks,
  insertRecords,
  insertSheet,
  listDates,
  listMarks,
  listRates,
  listWeeks,
  listWeeksOfStudent,
  type StoredWeek,
  type StudentMarks,
  schoolOfStudent,
  takenWeeksOfClasses,
} from './attendance.queries.ts';
import { canReadYearOf, canTake, problemOfDate, problemOfRoll } from './attendance.rules.ts';

const today = () => dayInVietnam(new Date());
const currentSchoolYear = () => schoolYearOf(today());

/** A class in a school year, the current one where none is named. */
interface Wanted {
  id: number;
  school_year?: number | undefined;
}

export async function readWeeks(
  run: Run,
  actor: Actor,
  { id, school_year = currentSchoolYear() }: Wanted,
): Promise<ResponseOf<typeof attendance.weeks>> {
  const found = await findClass(run, actor, id);
  const weeks = await listWeeks(run, actor, { classId: id, schoolYear: school_year });
  return {
    weeks: inOrder(weeks),
    school_id: found.school_id,
    school_year,
    can: { take: canTake(actor, found) && school_year === currentSchoolYear() },
  };
}

export async function readDates(
  run: Run,
  actor: Actor,
  { id, school_year = currentSchoolYear() }: Wanted,
): Promise<ResponseOf<typeof attendance.dates>> {
  await findClass(run, actor, id);
  return { dates: await listDates(run, { classId: id, schoolYear: school_year }) };
}

/** What was taken on a day: the records of its week, or of several weeks made up for at once. */
export async function readDay(
  run: Run,
  actor: Actor,
  { id, date }: { id: number; date: string },
): Promise<ResponseOf<typeof attendance.day>> {
  await findClass(run, actor, id);
  const weeks = await listWeeks(run, actor, { classId: id, schoolYear: schoolYearOf(date), date });
  const students = inOrder(weeks).flatMap(({ week, records }) =>
    records.map((record) => ({ ...record, week })),
  );
  return { students };
}

/** Which weeks of this school year the actor's classes have taken; an Admin has none of their own. */
export async function takenWeeks(run: Run, actor: Actor, gradeId?: number): Promise<TaughtClass[]> {
  if (actor.role === 'Admin') return [];
  return takenWeeksOfClasses(run, actor, { schoolYear: currentSchoolYear(), gradeId });
}

/** All students or none: what fails here leaves nothing of the transaction behind. */
export async function takeAttendance(
  db: Db,
  actor: Actor,
  { id, week, date, students, school_id }: AttendanceSheetInput & { id: number },
): Promise<AttendanceWeek> {
  const run = within(db);
  const found = await findClass(run, actor, id);
  const isOtherSchool = school_id !== undefined && school_id !== found.school_id;
  if (!canTake(actor, found) || isOtherSchool) throw new AppError('forbidden');
  const wrongDate = problemOfDate(date, today());
  if (wrongDate) throw fieldError(wrongDate, 'date');

  const year = { classId: id, schoolYear: schoolYearOf(date) };
  const present = students.filter(({ status }) => status === 'present').length;
  const counts = { present, total: students.length };
  const sheet = { ...year, ...counts, schoolId: found.school_id, week, date };
  const sheetId = await insertSheet(run, actor, sheet);
  if (!sheetId) throw new AppError('week_already_saved');

  // One statement reads the class, so a student who moves at this moment is wholly in it or wholly not.
  const enrolled = await studentsOf(run, id);
  const wrongRoll = problemOfRoll(students, enrolled);
  if (wrongRoll) throw fieldError(wrongRoll.refusal, wrongRoll.path);
  const nameOf = new Map(enrolled.map((student) => [student.id, student.full_name]));
  const marks = students.map(({ note = '', ...mark }) => ({
    ...mark,
    note,
    full_name: nameOf.get(mark.id) as string,
  }));
  const written = await insertRecords(run, { sheetId, schoolId: found.school_id, marks });
  // Somebody gave a student another name on another sheet at this very moment: it is to be tried again.
  if (written < marks.length) throw new AppError('unavailable');
  await tellOfAttendance(run, actor, { schoolId: found.school_id, classId: id, week });

  return findSheet(run, actor, { id, week, date });
}

/** The sheet of a week in the school year of this day. */
export async function readWeek(
  run: Run,
  actor: Actor,
  { id, week, date }: { id: number; week: number; date: string },
): Promise<AttendanceWeek> {
  await findClass(run, actor, id);
  return findSheet(run, actor, { id, week, date });
}

async function findSheet(
  run: Run,
  actor: Actor,
  { id, week, date }: { id: number; week: number; date: string },
): Promise<AttendanceWeek> {
  const wanted = { classId: id, schoolYear: schoolYearOf(date), week };
  const [sheet] = inOrder(await listWeeks(run, actor, wanted));
  if (!sheet) throw new AppError('not_found');
  return sheet;
}

/** Everybody who stands on a sheet of the year, and in the current one those who are in the class. */
export async function readGrid(
  run: Run,
  actor: Actor,
  { id, school_year = currentSchoolYear() }: Wanted,
): Promise<AttendanceGrid> {
  const found = await findClass(run, actor, id);
  const year = { classId: id, schoolYear: school_year };
  const weeks = await countWeeks(run, year);
  const marked = await listMarks(run, year);
  const isCurrent = school_year === currentSchoolYear();
  const students = isCurrent ? await activeStudentsOf(run, id) : [];
  const isMarked = new Set(marked.map((student) => student.id));
  const unmarked = students
    .filter((student) => !isMarked.has(student.id))
    .map((student) => ({ id: student.id, full_name: student.full_name, present: [], absent: [] }));
  return {
    class_id: id,
    class_name: found.name,
    school_name: found.school_name,
    teacher_full_name: found.teacher_full_name,
    school_year,
    weeks,
    students: [...marked, ...unmarked]
      .toSorted((one, other) => compareByGivenName(one.full_name, other.full_name))
      .map(rowOf),
  };
}

export async function readYearOfStudent(
  run: Run,
  actor: Actor,
  { id, school_year = currentSchoolYear() }: Wanted,
): Promise<ResponseOf<typeof attendance.ofStudent>> {
  if (!canReadYearOf(actor, id)) {
    const isOfOwnSchool = (await schoolOfStudent(run, id)) === actor.school_id;
    throw new AppError(isOfOwnSchool ? 'forbidden' : 'not_found');
  }
  const wanted = { studentId: id, schoolYear: school_year };
  return { attendance: await listWeeksOfStudent(run, wanted), school_year };
}

export async function readRates(
  run: Run,
  actor: Actor,
  {
    school_id,
    school_year = currentSchoolYear(),
  }: { school_id?: number | undefined; school_year?: number | undefined },
): Promise<ResponseOf<typeof attendance.rates>> {
  const schoolId = schoolMeant(actor, school_id);
  if (schoolId === null) throw fieldError('invalid_input', 'school_id');
  const wanted = { schoolId, schoolYear: school_year };
  return { rates: await listRates(run, wanted), school_year };
}

/** Sorts every sheet by given name; the year's few names are compared once, not on each sheet. */
function inOrder(weeks: StoredWeek[]): AttendanceWeek[] {
  const names = new Set(weeks.flatMap(({ records }) => records.map(({ full_name }) => full_name)));
  const sorted = [...names].toSorted(compareByGivenName);
  const placeOf = new Map(sorted.map((name, place) => [name, place]));
  const place = (name: string) => placeOf.get(name) ?? 0;
  return weeks.map((week) => ({
    ...week,
    records: week.records.toSorted(
      (one, other) =>
        place(one.full_name) - place(other.full_name) || one.student_id - other.student_id,
    ),
  }));
}

function rowOf({
  id,
  full_name,
  present,
  absent,
}: StudentMarks): AttendanceGrid['students'][number] {
  const letters: string[] = Array(limits.teachingWeeks).fill(markLetters.none);
  for (const week of present) letters[week - 1] = markLetters.present;
  for (const week of absent) letters[week - 1] = markLetters.absent;
  const total = present.length + absent.length;
  return { id, full_name, marks: letters.join(''), present: present.length, total };
}
