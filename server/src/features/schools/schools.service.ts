import { describeProblem } from '@lop-xanh/contract/field-errors';
import type { School } from '@lop-xanh/contract/schools';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import {
  insertSchool,
  type LockedSchool,
  listSchools,
  lockSchoolRows,
  softDeleteSchool,
  updateSchoolName,
} from './schools.queries.ts';
import { countRemaining, schoolAbilities } from './schools.rules.ts';

export { findSchoolName } from './schools.queries.ts';

export async function readSchools(db: Db, actor: Actor, id?: number): Promise<School[]> {
  const schools = await listSchools(db, actor, id);
  return schools.map((school) => ({
    ...school,
    can: schoolAbilities(actor, countRemaining(school)),
  }));
}

export async function readSchool(db: Db, actor: Actor, id: number): Promise<School> {
  const [school] = await readSchools(db, actor, id);
  if (!school) throw new AppError('not_found');
  return school;
}

export async function createSchool(db: Db, actor: Actor, typedName: string): Promise<School> {
  const name = typedName.normalize('NFC');
  const id = await insertSchool(db, name);
  await writeAuditEntries(db, actor, {
    action: 'created',
    subject: 'school',
    id,
    name,
    schoolId: id,
  });
  return readSchool(db, actor, id);
}

export async function editSchool(
  db: Db,
  actor: Actor,
  { id, school_name, version }: { id: number; school_name: string; version?: number | undefined },
): Promise<School> {
  const school = await lockSchool(db, id);
  if (version !== undefined && version !== school.version) throw new AppError('school_changed');
  const name = school_name.normalize('NFC');
  if (name !== school.school_name) {
    await updateSchoolName(db, id, name);
    const details = {
      fields: ['school_name'],
      old: { school_name: school.school_name },
      new: { school_name: name },
    };
    await writeAuditEntries(db, actor, {
      action: 'changed',
      subject: 'school',
      id,
      name,
      schoolId: id,
      details,
    });
  }
  return readSchool(db, actor, id);
}

export async function deleteSchool(db: Db, actor: Actor, id: number): Promise<void> {
  const { school_name: name } = await lockSchool(db, id);
  const { accounts, classes } = countRemaining(await readSchool(db, actor, id));
  if (accounts > 0 || classes > 0) {
    throw new AppError('school_not_empty', {
      values: { accounts, classes },
      issues: [
        { path: 'accounts', ...describeProblem('items_left', { count: accounts }) },
        { path: 'classes', ...describeProblem('items_left', { count: classes }) },
      ],
    });
  }
  await softDeleteSchool(db, id);
  await writeAuditEntries(db, actor, {
    action: 'deleted',
    subject: 'school',
    id,
    name,
    schoolId: id,
  });
}

/**
 * Every change to the users or classes of a school locks it until the transaction ends, so that no change
 * is based on data that another one is about to replace. Reads do not wait for it.
 */
async function lockSchool(db: Db, id: number): Promise<LockedSchool> {
  const [school] = await lockSchoolRows(db, [id]);
  if (!school) throw new AppError('not_found');
  return school;
}

/** Like `lockSchool`; returns the ids of the schools that exist. */
export async function lockSchools(db: Db, ids: (number | null)[]): Promise<number[]> {
  const schoolIds = ids.filter((id) => id !== null);
  if (schoolIds.length === 0) return [];
  return (await lockSchoolRows(db, schoolIds)).map(({ id }) => id);
}

/**
 * Locks the school of a row, and the school that it is to move to, then reads the row again: it may have
 * changed before the lock.
 */
export async function lockSchoolOf<Row extends { school_id: number | null }>(
  db: Db,
  read: () => Promise<Row>,
  nextSchoolId: number | null = null,
): Promise<Row> {
  const { school_id } = await read();
  await lockSchools(db, [school_id, nextSchoolId]);
  return read();
}
