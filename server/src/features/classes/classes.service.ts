import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import type { PageQuery } from '@lop-xanh/contract/paging';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type { Db, StatementRunner } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { addLoginState } from '../auth/login-records.service.ts';
import { resolveSchoolId } from '../schools/own-school.service.ts';
import {
  findStoredClass,
  listClasses,
  listStudents,
  type StoredClass,
  type StoredStudent,
} from './classes.queries.ts';
import { canDiscoverClass, canReadStudentDetails, canSeeClass } from './classes.rules.ts';

/** All classes of one school, or a page of the classes of all schools, which only an Admin sees. */
export async function findClasses(
  db: Db,
  actor: Actor,
  { school_id, limit, before }: PageQuery & { school_id?: number | undefined },
): Promise<{ classes: SchoolClass[]; next: string | null }> {
  const schoolId = resolveSchoolId(actor, school_id);
  if (schoolId !== null) {
    return { classes: await listClasses(db, actor, { schoolId }), next: null };
  }
  const afterId = before ? decodeCursor(before) : 0;
  const rows = await listClasses(db, actor, { page: { afterId, limit: limit + 1 } });
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return { classes: page, next };
}

/** A class of another school is not found; one of the actor's own school may be forbidden. */
export async function findClass(
  run: StatementRunner,
  actor: Actor,
  id: number,
): Promise<StoredClass> {
  const storedClass = await findStoredClass(run, id);
  if (!storedClass || !canDiscoverClass(actor, storedClass)) throw new AppError('not_found');
  if (!canSeeClass(actor, storedClass)) throw new AppError('forbidden');
  return storedClass;
}

export async function readStudents(
  run: StatementRunner,
  actor: Actor,
  classId: number,
): Promise<Student[]> {
  const { id } = await findClass(run, actor, classId);
  const students = await listActiveStudents(run, id);
  return canReadStudentDetails(actor) ? addLoginState(run, students) : students.map(toClassmate);
}

/** The students of the attendance sheet, by given name. */
export async function listActiveStudents(
  run: StatementRunner,
  classId: number,
): Promise<StoredStudent[]> {
  const students = await listStudents(run, classId);
  return students
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => compareByGivenName(a.full_name, b.full_name));
}

export { listStudents };

function toClassmate({ id, full_name, first_name, last_name, avt }: StoredStudent): Student {
  return { id, full_name, first_name, last_name, avt };
}
