import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import type { PageQuery } from '@lop-xanh/contract/paging';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
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
  {
    school_id,
    school_year: schoolYear,
    limit,
    before,
  }: PageQuery & { school_id?: number | undefined; school_year?: number | undefined },
): Promise<{ classes: SchoolClass[]; next: string | null }> {
  const schoolId = resolveSchoolId(actor, school_id);
  if (schoolId !== null) {
    // A parent's children may attend other schools.
    const filter = isStaff(actor.role) ? { schoolId, schoolYear } : { schoolYear };
    return { classes: await listClasses(db, actor, filter), next: null };
  }
  const afterId = before ? decodeCursor(before) : 0;
  const rows = await listClasses(db, actor, { schoolYear, page: { afterId, limit: limit + 1 } });
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return { classes: page, next };
}

/** A class of another school is not found; one of the actor's own school may be forbidden. */
export async function readVisibleClass(db: Db, actor: Actor, id: number): Promise<StoredClass> {
  const storedClass = await findStoredClass(db, id);
  if (!storedClass || !canDiscoverClass(actor, storedClass)) throw new AppError('not_found');
  if (!canSeeClass(actor, storedClass)) throw new AppError('forbidden');
  return storedClass;
}

export async function readStudents(db: Db, actor: Actor, classId: number): Promise<Student[]> {
  const { id, is_past } = await readVisibleClass(db, actor, classId);
  const students = await (is_past ? listStudentsByName(db, id) : listActiveStudents(db, id));
  return canReadStudentDetails(actor) ? addLoginState(db, students) : students.map(toClassmate);
}

/** The students of the attendance sheet, by given name. */
export async function listActiveStudents(db: Db, classId: number): Promise<StoredStudent[]> {
  const students = await listStudentsByName(db, classId);
  return students.filter(({ status }) => status === 'active');
}

async function listStudentsByName(db: Db, classId: number): Promise<StoredStudent[]> {
  const students = await listStudents(db, classId);
  return students.toSorted((a, b) => compareByGivenName(a.full_name, b.full_name));
}

export { isInClassAtItsEnd, joinCurrentYear } from './classes.queries.ts';
export { listClasses, listStudents };

function toClassmate({ id, full_name, first_name, last_name, avt }: StoredStudent): Student {
  return { id, full_name, first_name, last_name, avt };
}
