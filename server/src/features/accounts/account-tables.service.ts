import type { TabledPeople } from '@lop-xanh/contract/account-tables';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { schoolMeant } from '../../http/own-school.ts';
import { noteActs } from '../audit/audit.service.ts';
import { readSchools } from '../schools/schools.service.ts';
import { roleOf } from './account-table.ts';
import { listInBatches, type StoredAccount } from './accounts.queries.ts';

/** A Mod's own school, or the one that an Admin names. */
export async function schoolOfTable(
  db: Db,
  actor: Actor,
  given: number | undefined,
): Promise<number> {
  const schoolId = schoolMeant(actor, given);
  if (!schoolId) throw fieldError('school_needed', 'school_id');
  const [school] = await readSchools(db, actor, schoolId);
  if (!school) throw new AppError('not_found');
  return schoolId;
}

/** Everybody of a school whom a table is about, by given name; that it was given out is written down. */
export async function* exportAccounts(
  db: Db,
  actor: Actor,
  { people, schoolId }: { people: TabledPeople; schoolId: number },
): AsyncGenerator<StoredAccount> {
  let count = 0;
  for await (const found of listInBatches(db, actor, { schoolId, role: roleOf[people] })) {
    count += found.length;
    yield* found;
  }
  const act = { action: 'exported', subject: people, name: '', schoolId } as const;
  await noteActs(db, actor, { ...act, details: { rows: count } });
}
