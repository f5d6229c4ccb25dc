import type {
  ClassPeriod,
  StudentReport,
  StudentTransfer,
  TeacherTransfer,
} from '@lop-xanh/contract/history';
import type { PageQuery } from '@lop-xanh/contract/paging';
import { dayInVietnam, schoolYearOf } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { schoolMeant } from '../../http/own-school.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import {
  type FormerPerson,
  findFormerStudent,
  findPerson,
  findReportedStudent,
  listRollCallsOf,
  listStudentMoves,
  listTeacherMoves,
  recordedName,
  type WantedMoves,
} from './history.queries.ts';
import {
  canKnowOfPerson,
  canReadHistoryOf,
  groupByStay,
  inRole,
  isFormer,
} from './history.rules.ts';

export async function readTeacherMoves(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ full_name: string; history: TeacherTransfer[] }> {
  const person = await findFormer(db, actor, { id, role: 'Teacher' });
  const full_name = isFormer(actor, person)
    ? await recordedName(db, { id, schoolId: ownSchool(actor) })
    : person.full_name;
  return { full_name, history: await listTeacherMoves(db, actor, { userId: id }) };
}

export async function readStudentMoves(
  db: Db,
  actor: Actor,
  id: number,
): Promise<StudentTransfer[]> {
  await findFormer(db, actor, { id, role: 'Student' });
  return listStudentMoves(db, actor, { userId: id });
}

type Wanted = Omit<WantedMoves, 'role'>;

export function readAllTeacherMoves(db: Db, actor: Actor, wanted: Wanted, page: PageQuery) {
  return readPage(actor, wanted, page, (part) => listTeacherMoves(db, actor, part));
}

export function readAllStudentMoves(db: Db, actor: Actor, wanted: Wanted, page: PageQuery) {
  return readPage(actor, wanted, page, (part) => listStudentMoves(db, actor, part));
}

async function readPage<Row extends { id: number }>(
  actor: Actor,
  wanted: Wanted,
  { limit, before }: PageQuery,
  list: (part: Wanted & { before?: number; limit: number }) => Promise<Row[]>,
): Promise<{ history: Row[]; next: string | null }> {
  const schoolId = schoolMeant(actor, wanted.schoolId) ?? undefined;
  const rows = await list({
    ...wanted,
    schoolId,
    ...(before && { before: decodeCursor(before) }),
    limit: limit + 1,
  });
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return { history: page, next };
}

export async function readStays(db: Db, actor: Actor, id: number): Promise<ClassPeriod[]> {
  await findFormer(db, actor, { id, role: 'Student' });
  const moves = await listStudentMoves(db, actor, { userId: id });
  return groupByStay(moves, await rollCallsFor(db, actor, id));
}

export async function readReport(
  db: Db,
  actor: Actor,
  { id, school_year }: { id: number; school_year?: number | undefined },
): Promise<StudentReport> {
  const person = await findFormer(db, actor, { id, role: 'Student' });
  const rollCalls = await rollCallsFor(db, actor, id);
  const years = [...new Set(rollCalls.map((one) => one.school_year))].toSorted((a, b) => b - a);
  const year = school_year ?? schoolYearOf(dayInVietnam(new Date()));
  const weeks = rollCalls.filter((one) => one.school_year === year);
  const present = weeks.filter(({ status }) => status === 'present').length;
  return {
    student: isFormer(actor, person)
      ? await findFormerStudent(db, { id, schoolId: ownSchool(actor) })
      : await findReportedStudent(db, id),
    moves: await listStudentMoves(db, actor, { userId: id }),
    school_year: year,
    school_years: years,
    weeks,
    totals: { present, absent: weeks.length - present, total: weeks.length },
  };
}

/** A Mod reads what was taken in the own school. */
function rollCallsFor(db: Db, actor: Actor, studentId: number) {
  const schoolId = actor.role === 'Admin' ? undefined : ownSchool(actor);
  return listRollCallsOf(db, { studentId, schoolId });
}

/** That of whoever is no Admin; none has the number 0. */
function ownSchool({ school_id }: Actor): number {
  return school_id ?? 0;
}

/** The one way to somebody's history: also that of an account which is no longer there. */
async function findFormer(
  db: Db,
  actor: Actor,
  { id, role }: { id: number; role: Role },
): Promise<FormerPerson> {
  const found = await findPerson(db, id);
  const person = found && inRole(found, role);
  if (!person || !canKnowOfPerson(actor, person)) throw new AppError('not_found');
  if (!canReadHistoryOf(actor, person)) throw new AppError('forbidden');
  return person;
}
