import type { AuditEntry } from '@lop-xanh/contract/audit';
import type { PageQuery } from '@lop-xanh/contract/paging';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import {
  type AuditFilter,
  insertAuditEntries,
  listAuditEntries,
  type NewAuditEntry,
} from './audit.queries.ts';

/** To be called in the transaction of the audited change. */
export async function writeAuditEntries(
  db: Db,
  actor: Actor | null,
  ...entries: NewAuditEntry[]
): Promise<void> {
  if (entries.length > 0) await insertAuditEntries(db, actor, entries);
}

export async function readAuditPage(
  db: Db,
  { limit, before, ...filter }: PageQuery & AuditFilter,
): Promise<{ audit: AuditEntry[]; next: string | null }> {
  const range = { before: before ? decodeCursor(before) : undefined, limit: limit + 1 };
  const entries = await listAuditEntries(db, filter, range);
  const { page, next } = toPage(entries, limit, ({ id }) => id);
  return { audit: page, next };
}
