import type { I18n } from '@lingui/core';
import type { AuditEntry, audit } from '@lop-xanh/contract/audit';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { PageQuery } from '@lop-xanh/contract/paging';
import { limits } from '@lop-xanh/contract/rules/limits';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { isForeignKeyViolation } from '../../database/postgres-errors.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { toCsv } from '../../tables/write-table.ts';
import { resolveSchoolId } from '../schools/own-school.service.ts';
import {
  type AuditFilter,
  hasEntryToday,
  insertAuditEntries,
  listActorsOfSchool,
  listAdmins,
  listAuditEntries,
  type NewAuditEntry,
} from './audit.queries.ts';
import { getFileName, toAuditTable } from './audit-table.ts';

export { deleteOldEntries } from './audit.queries.ts';
export { isAboutUser } from './audit-about-user.ts';
export { actionLabels, roleLabels, subjectLabels } from './audit-table.ts';

/** To be called in the transaction of the audited change. */
export async function writeAuditEntries(
  db: Db,
  actor: Actor | null,
  ...entries: NewAuditEntry[]
): Promise<void> {
  if (entries.length > 0) await insertAuditEntries(db, actor, entries);
}

/** For what is saved while somebody works on it: their first entry of the day stands for all of them. */
export async function writeDailyAuditEntry(
  db: Db,
  actor: Actor,
  entry: NewAuditEntry,
): Promise<void> {
  if (!(await hasEntryToday(db, actor, entry))) await writeAuditEntries(db, actor, entry);
}

export async function readAuditPage(
  db: Db,
  actor: Actor,
  { limit, before, ...filter }: PageQuery & AuditFilter,
): Promise<{ audit: AuditEntry[]; next: string | null }> {
  const range = { before: before ? decodeCursor(before) : undefined, limit: limit + 1 };
  const entries = await listAuditEntries(db, limitToSchool(actor, filter), range);
  const { page, next } = toPage(entries, limit, ({ id }) => id);
  return { audit: page, next };
}

export async function readAuditActors(
  db: Db,
  actor: Actor,
  { school_id }: { school_id?: number | undefined },
): Promise<ResponseOf<typeof audit.actors>> {
  const schoolId = resolveSchoolId(actor, school_id);
  const actors = schoolId === null ? await listAdmins(db) : await listActorsOfSchool(db, schoolId);
  return { actors: actors.toSorted((a, b) => compareByGivenName(a.full_name, b.full_name)) };
}

/** The export is itself an entry. */
export async function exportAudit(
  db: Db,
  actor: Actor,
  { i18n, ...requested }: AuditFilter & { i18n: I18n },
): Promise<{ name: string; bytes: Buffer }> {
  const filter = limitToSchool(actor, requested);
  const max = limits.maxExportedAuditEntries;
  const entries = await listAuditEntries(db, filter, { before: undefined, limit: max + 1 });
  if (entries.length > max) throw new AppError('audit_log_too_long');
  const bytes = await toCsv(toAuditTable(entries, i18n));
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'audit_log',
    name: '',
    schoolId: filter.school_id ?? null,
    details: { rows: entries.length, filters: requested },
  }).catch(rethrowMissingSchool);
  return { name: `${getFileName(i18n)}.csv`, bytes };
}

function rethrowMissingSchool(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AppError('not_found', { cause: error }) : error;
}

/** A Mod reads their own school; an Admin also what belongs to no school. */
function limitToSchool(actor: Actor, filter: AuditFilter): AuditFilter {
  return { ...filter, school_id: resolveSchoolId(actor, filter.school_id) ?? undefined };
}
