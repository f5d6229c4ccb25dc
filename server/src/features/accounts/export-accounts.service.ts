import type { AccountTableKind } from '@lop-xanh/contract/account-tables';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { findGuardianAnswers } from '../consent/consent.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { readSchools } from '../schools/schools.service.ts';
import { type ExportedAccount, roleByKind } from './account-table-format.ts';
import { listAccountsInBatches } from './accounts.queries.ts';
import { findParentsOf } from './families.queries.ts';

/** Returns the Mod's own school, or the school that the Admin chose. */
export async function resolveTableSchoolId(
  db: Db,
  actor: Actor,
  requestedId: number | undefined,
): Promise<number> {
  const schoolId = requireSchoolId(actor, requestedId);
  const [school] = await readSchools(db, actor, schoolId);
  if (!school) throw new AppError('not_found');
  return schoolId;
}

/** Yields a school's students or teachers, or some of them, ordered by given name, then records the export in the audit log. */
export async function* exportAccounts(
  db: Db,
  actor: Actor,
  { kind, schoolId, ids }: { kind: AccountTableKind; schoolId: number; ids?: number[] },
): AsyncGenerator<ExportedAccount> {
  let rowCount = 0;
  const filter = { schoolId, role: roleByKind[kind], ids };
  for await (const accounts of listAccountsInBatches(db, actor, filter)) {
    rowCount += accounts.length;
    const ids = accounts.map(({ id }) => id);
    const answers = await findGuardianAnswers(db, ids);
    const parents = await findParentsOf(db, ids);
    for (const account of accounts) {
      const [first, second] = parents.get(account.id) ?? [];
      yield {
        ...account,
        photo_consent: answers.get(account.id)?.decision ?? null,
        ...(first && { parent1_name: first.full_name, parent1_phone: first.phone }),
        ...(second && { parent2_name: second.full_name, parent2_phone: second.phone }),
      };
    }
  }
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: kind,
    name: '',
    schoolId,
    details: { rows: rowCount },
  });
}
