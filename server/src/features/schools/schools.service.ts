import type { School } from '@lop-xanh/contract/schools';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { noteActs } from '../audit/audit.service.ts';
import {
  hideSchool,
  insertSchool,
  type LockedSchool,
  listSchools,
  lockSchools,
  renameSchool,
} from './schools.queries.ts';
import { schoolAbilities, whatIsLeft } from './schools.rules.ts';

export async function readSchools(db: Db, actor: Actor, id?: number): Promise<School[]> {
  const schools = await listSchools(db, actor, id);
  return schools.map((school) => ({
    ...school,
    can: schoolAbilities(actor, whatIsLeft(school)),
  }));
}

export async function readSchool(db: Db, actor: Actor, id: number): Promise<School> {
  const [school] = await readSchools(db, actor, id);
  if (!school) throw new AppError('not_found');
  return school;
}

export async function addSchool(db: Db, actor: Actor, given: string): Promise<School> {
  const name = given.normalize('NFC');
  const id = await insertSchool(db, name);
  await noteActs(db, actor, { action: 'created', subject: 'school', id, name, schoolId: id });
  return readSchool(db, actor, id);
}

export async function renameOneSchool(
  db: Db,
  actor: Actor,
  { id, school_name, version }: { id: number; school_name: string; version?: number | undefined },
): Promise<School> {
  const found = await holdSchool(db, id);
  if (version !== undefined && version !== found.version) throw new AppError('school_changed');
  const name = school_name.normalize('NFC');
  if (name !== found.school_name) {
    await renameSchool(db, id, name);
    const details = { fields: ['school_name'], before: found.school_name };
    await noteActs(db, actor, {
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

export async function removeSchool(db: Db, actor: Actor, id: number): Promise<void> {
  const { school_name: name } = await holdSchool(db, id);
  const { accounts, classes } = whatIsLeft(await readSchool(db, actor, id));
  if (accounts > 0 || classes > 0) {
    throw new AppError('school_not_empty', {
      words: `Trường vẫn còn ${accounts} tài khoản và ${classes} lớp học`,
      issues: [
        { path: 'accounts', message: String(accounts) },
        { path: 'classes', message: String(classes) },
      ],
    });
  }
  await hideSchool(db, id);
  await noteActs(db, actor, { action: 'deleted', subject: 'school', id, name, schoolId: id });
}

/**
 * Whoever changes the people or classes of a school holds it to the end of the transaction: they take
 * turns, so none decides on what another is just changing. Nobody else is kept waiting.
 */
export async function holdSchool(db: Db, id: number): Promise<LockedSchool> {
  const [found] = await lockSchools(db, [id]);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Those of the schools that exist, held the same way. */
export async function holdSchools(db: Db, ids: (number | null)[]): Promise<number[]> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return [];
  return (await lockSchools(db, wanted)).map(({ id }) => id);
}
