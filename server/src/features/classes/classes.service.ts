import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import type { PageQuery } from '@lop-xanh/contract/paging';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type { Db, Run } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { schoolMeant } from '../../http/own-school.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { withSlowedLogins } from '../auth/login-memory.service.ts';
import {
  findStoredClass,
  listClasses,
  listStudents,
  type StoredClass,
  type StoredStudent,
} from './classes.queries.ts';
import { canKnowOfClass, canReadStudentDetails, canSeeClass } from './classes.rules.ts';

/** A school's classes come whole; those of all schools, which only an Admin sees, by pages. */
export async function findClasses(
  db: Db,
  actor: Actor,
  { school_id, limit, before }: PageQuery & { school_id?: number | undefined },
): Promise<{ classes: SchoolClass[]; next: string | null }> {
  const schoolId = schoolMeant(actor, school_id);
  if (schoolId !== null) {
    return { classes: await listClasses(db, actor, { schoolId }), next: null };
  }
  const after = before ? decodeCursor(before) : 0;
  const rows = await listClasses(db, actor, { page: { after, limit: limit + 1 } });
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return { classes: page, next };
}

/** The one way to a class: one of another school is not there, one of the own school may be refused. */
export async function findClass(run: Run, actor: Actor, id: number): Promise<StoredClass> {
  const found = await findStoredClass(run, id);
  if (!found || !canKnowOfClass(actor, found)) throw new AppError('not_found');
  if (!canSeeClass(actor, found)) throw new AppError('forbidden');
  return found;
}

export async function readStudents(run: Run, actor: Actor, classId: number): Promise<Student[]> {
  const { id } = await findClass(run, actor, classId);
  const students = await activeStudentsOf(run, id);
  return canReadStudentDetails(actor) ? withSlowedLogins(run, students) : students.map(thin);
}

/** Those whom a roll call names, by their given name. */
export async function activeStudentsOf(run: Run, classId: number): Promise<StoredStudent[]> {
  const students = await studentsOf(run, classId);
  return students
    .filter(({ status }) => status === 'active')
    .toSorted((one, other) => compareByGivenName(one.full_name, other.full_name));
}

export function studentsOf(run: Run, classId: number): Promise<StoredStudent[]> {
  return listStudents(run, classId);
}

function thin({ id, full_name, first_name, last_name, avt }: StoredStudent): Student {
  return { id, full_name, first_name, last_name, avt };
}
