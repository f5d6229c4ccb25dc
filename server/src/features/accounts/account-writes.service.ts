import { formatFullName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { findChosenPasswordError } from '../auth/chosen-passwords.service.ts';
import { findSchoolName, lockSchools } from '../schools/schools.service.ts';
import { getCurrentYear, readVisibleAccount } from './accounts.service.ts';
import { findFreeCodes, lockCodeNumbering, setNextCodeNumber } from './identifier-codes.queries.ts';
import { advanceCodeNumber } from './identifier-codes.rules.ts';
import { type AccountFields, hasStudents } from './write-accounts.queries.ts';

export async function assertHardToGuess(
  db: Db,
  password: string,
  { first_name, last_name, username, school_id }: AccountFields,
): Promise<void> {
  const error = await findChosenPasswordError(password, {
    full_name: formatFullName(last_name, first_name),
    username,
    school_name: school_id === null ? null : ((await findSchoolName(db, school_id)) ?? null),
  });
  if (error) throw fieldError(error, 'password');
}

export async function lockExistingSchool(db: Db, schoolId: number | null): Promise<void> {
  if (schoolId === null) return;
  const lockedIds = await lockSchools(db, [schoolId]);
  if (lockedIds.length === 0) throw fieldError('unknown_school', 'school_id');
}

/** Gives a student without a code the next free one; a typed code advances the numbering. */
export async function assignCode(
  db: Db,
  fields: AccountFields,
  currentCode: string | null,
): Promise<void> {
  const isCodeMissing = fields.role === 'Student' && fields.identifier_code === null;
  if (!isCodeMissing && fields.identifier_code === currentCode) return;
  const from = await lockCodeNumbering(db, getCurrentYear());
  if (isCodeMissing) {
    const [code] = (await findFreeCodes(db, { from, count: 1 })) as [string];
    fields.identifier_code = code;
    await setNextCodeNumber(db, Number(code) + 1);
  } else await setNextCodeNumber(db, advanceCodeNumber([fields.identifier_code], from));
}

export async function assertStudents(
  db: Db,
  schoolId: number | null,
  ids: number[],
): Promise<void> {
  const areKnown = schoolId !== null && (await hasStudents(db, schoolId, ids));
  if (!areKnown) throw fieldError('unknown_child', 'student_ids');
}

export async function writeAccountAuditEntry(
  db: Db,
  actor: Actor,
  entry: {
    action: 'created' | 'changed' | 'deleted';
    id: number;
    details: Record<string, unknown>;
  },
): Promise<void> {
  const { full_name, school_id } = await readVisibleAccount(db, actor, entry.id);
  await writeAuditEntries(db, actor, {
    ...entry,
    subject: 'account',
    name: full_name,
    schoolId: school_id,
  });
}
