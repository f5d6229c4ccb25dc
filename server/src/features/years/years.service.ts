import { isPossibleFirstMonday } from '@lop-xanh/contract/rules/weeks';
import type { SchoolYear } from '@lop-xanh/contract/years';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { lockSchools } from '../schools/schools.service.ts';
import { listStoredYears, type StoredYear, updateFirstMonday } from './years.queries.ts';
import { getYearAbilities } from './years.rules.ts';

export { findCurrentYear } from './years.queries.ts';

export async function readYears(
  db: Db,
  actor: Actor,
  requestedSchoolId: number | undefined,
): Promise<SchoolYear[]> {
  const stored = await listStoredYears(db, requireSchoolId(actor, requestedSchoolId));
  if (stored.length === 0) throw new AppError('not_found');
  return stored.map((year) => toSchoolYear(actor, year));
}

export async function readCurrentYear(
  db: Db,
  actor: Actor,
  requestedSchoolId: number | undefined,
): Promise<SchoolYear> {
  const [current] = await readYears(db, actor, requestedSchoolId);
  return current as SchoolYear;
}

export async function readYear(
  db: Db,
  actor: Actor,
  { school_id, year }: { school_id?: number | undefined; year: number },
): Promise<SchoolYear> {
  const years = await readYears(db, actor, school_id);
  const found = years.find((candidate) => candidate.year === year);
  if (!found) throw new AppError('not_found');
  return found;
}

export async function setFirstMonday(
  db: Db,
  actor: Actor,
  {
    school_id,
    year,
    first_monday: firstMonday,
    version,
  }: {
    school_id?: number | undefined;
    year: number;
    first_monday: string;
    version?: number | undefined;
  },
): Promise<SchoolYear> {
  const schoolId = await lockOneSchool(db, actor, school_id);
  const current = await readYear(db, actor, { school_id: schoolId, year });
  if (version !== undefined && version !== current.version) {
    throw new AppError('school_year_changed');
  }
  if (firstMonday === current.first_monday) return current;
  if (!current.can.setFirstMonday) throw new AppError('school_year_has_attendance');
  if (!isPossibleFirstMonday(year, firstMonday)) {
    throw fieldError('invalid_first_monday', 'first_monday');
  }
  await updateFirstMonday(db, { schoolId, year, firstMonday });
  await writeAuditEntries(db, actor, {
    action: 'changed',
    subject: 'school_year',
    name: formatYear(year),
    schoolId,
    details: {
      fields: ['first_monday'],
      old: { first_monday: current.first_monday },
      new: { first_monday: firstMonday },
    },
  });
  return readYear(db, actor, { school_id: schoolId, year });
}

/** The school that the actor may change, locked until the transaction ends. */
export async function lockOneSchool(
  db: Db,
  actor: Actor,
  requestedId: number | undefined,
): Promise<number> {
  const [schoolId] = await lockSchools(db, [requireSchoolId(actor, requestedId)]);
  if (!schoolId) throw new AppError('not_found');
  return schoolId;
}

export function formatYear(year: number): string {
  return `${year}–${year + 1}`;
}

function toSchoolYear(actor: Actor, stored: StoredYear): SchoolYear {
  const { year, first_monday, isCurrent, version } = stored;
  return { year, first_monday, isCurrent, version, can: getYearAbilities(actor, stored) };
}
