import type {
  ClassPeriod,
  Membership,
  StudentReport,
  StudentTransfer,
  TeacherTransfer,
} from '@lop-xanh/contract/history';
import type { PageQuery } from '@lop-xanh/contract/paging';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { resolveSchoolId } from '../schools/own-school.service.ts';
import { findCurrentYear } from '../years/years.service.ts';
import {
  findRecordedName,
  findUserWithPast,
  listMemberships,
  listStudentTransfers,
  listTeacherTransfers,
  type TransferFilter,
  type UserWithPast,
} from './history.queries.ts';
import {
  canDiscoverUser,
  canReadAllRecords,
  canReadHistory,
  canReadReport,
  groupByClassPeriod,
  hasLeftSchoolOf,
  restrictToRole,
} from './history.rules.ts';
import {
  findFormerStudent,
  findReportedStudent,
  listAttendanceRecords,
} from './student-report.queries.ts';

export async function readTeacherTransfers(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ full_name: string; history: TeacherTransfer[] }> {
  const user = await findReadableUser(db, actor, { id, role: 'Teacher' });
  const full_name = hasLeftSchoolOf(actor, user)
    ? await findRecordedName(db, { id, schoolId: ownSchoolId(actor) })
    : user.full_name;
  return { full_name, history: await listTeacherTransfers(db, actor, { userId: id }) };
}

export async function readStudentTransfers(
  db: Db,
  actor: Actor,
  id: number,
): Promise<StudentTransfer[]> {
  await findReadableUser(db, actor, { id, role: 'Student' });
  return listStudentTransfers(db, actor, { userId: id });
}

type Filter = Omit<TransferFilter, 'role'>;

export function readTeacherTransferPage(db: Db, actor: Actor, filter: Filter, page: PageQuery) {
  return readPage(actor, filter, page, (range) => listTeacherTransfers(db, actor, range));
}

export function readStudentTransferPage(db: Db, actor: Actor, filter: Filter, page: PageQuery) {
  return readPage(actor, filter, page, (range) => listStudentTransfers(db, actor, range));
}

async function readPage<Row extends { id: number }>(
  actor: Actor,
  filter: Filter,
  { limit, before }: PageQuery,
  list: (range: Filter & { before?: number; limit: number }) => Promise<Row[]>,
): Promise<{ history: Row[]; next: string | null }> {
  const schoolId = resolveSchoolId(actor, filter.schoolId) ?? undefined;
  const rows = await list({
    ...filter,
    schoolId,
    ...(before && { before: decodeCursor(before) }),
    limit: limit + 1,
  });
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return { history: page, next };
}

export async function readClassPeriods(db: Db, actor: Actor, id: number): Promise<ClassPeriod[]> {
  const user = await findReadableUser(db, actor, { id, role: 'Student' });
  const transfers = await listStudentTransfers(db, actor, { userId: id });
  return groupByClassPeriod(transfers, await listVisibleRecords(db, actor, user));
}

export async function readReport(
  db: Db,
  actor: Actor,
  { id, school_year }: { id: number; school_year?: number | undefined },
): Promise<StudentReport> {
  const user = await findReadableUser(db, actor, { id, role: 'Student' }, canReadReport);
  const attendance = await readAttendance(db, actor, user, school_year);
  return {
    student: hasLeftSchoolOf(actor, user)
      ? await findFormerStudent(db, { id, schoolId: ownSchoolId(actor) })
      : await findReportedStudent(db, id),
    moves: await listStudentTransfers(db, actor, { userId: id }),
    ...attendance,
  };
}

type Attendance = Pick<StudentReport, 'school_year' | 'school_years' | 'weeks' | 'totals'>;

/** By default of the current school year. */
async function readAttendance(
  db: Db,
  actor: Actor,
  user: UserWithPast,
  schoolYear?: number,
): Promise<Attendance> {
  const records = await listVisibleRecords(db, actor, user);
  const years = [...new Set(records.map((record) => record.school_year))].toSorted((a, b) => b - a);
  const year = schoolYear ?? (await findYearToReport(db, actor, user));
  const weeks = records.filter((record) => record.school_year === year);
  const present = weeks.filter(({ status }) => status === 'present').length;
  const excused = weeks.filter(({ isExcused }) => isExcused).length;
  return {
    school_year: year,
    school_years: years,
    weeks,
    totals: { present, absent: weeks.length - present, excused, total: weeks.length },
  };
}

/** The classes of a student or teacher, and of a student this year's attendance. */
export async function readSchoolLife(
  db: Db,
  actor: Actor,
  { id, role }: { id: number; role: 'Student' | 'Teacher' },
): Promise<{ memberships: Membership[]; attendance: Attendance | null }> {
  const user = await findReadableUser(db, actor, { id, role });
  return {
    memberships: await listMemberships(db, actor, id),
    attendance: role === 'Student' ? await readAttendance(db, actor, user) : null,
  };
}

/** Records that the report leaves the server as a file. */
export async function recordReportExport(
  db: Db,
  actor: Actor,
  { student: { id, full_name }, school_year }: StudentReport,
): Promise<void> {
  const user = await findReadableUser(db, actor, { id, role: 'Student' }, canReadReport);
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'student_report',
    id,
    name: full_name,
    schoolId: findReportingSchool(actor, user),
    details: { school_year },
  });
}

async function findYearToReport(db: Db, actor: Actor, user: UserWithPast): Promise<number> {
  return findCurrentYear(db, findReportingSchool(actor, user) ?? 0);
}

/** The actor's own; for an Admin, the student's. */
function findReportingSchool(actor: Actor, user: UserWithPast): number | null {
  return actor.school_id ?? user.school_id ?? user.past[0]?.school_id ?? null;
}

function listVisibleRecords(db: Db, actor: Actor, user: UserWithPast) {
  const schoolId = canReadAllRecords(actor, user) ? undefined : ownSchoolId(actor);
  return listAttendanceRecords(db, { studentId: user.id, schoolId });
}

/** Only an Admin has no school; no school has the id 0. */
function ownSchoolId({ school_id }: Actor): number {
  return school_id ?? 0;
}

/** Also finds deleted users. */
async function findReadableUser(
  db: Db,
  actor: Actor,
  { id, role }: { id: number; role: Role },
  canRead = canReadHistory,
): Promise<UserWithPast> {
  const userWithPast = await findUserWithPast(db, id);
  const user = userWithPast && restrictToRole(userWithPast, role);
  if (!user || !canDiscoverUser(actor, user)) throw new AppError('not_found');
  if (!canRead(actor, user)) throw new AppError('forbidden');
  return user;
}
