import type { AuditEntry } from '@lop-xanh/contract/audit';
import type { PageQuery } from '@lop-xanh/contract/paging';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { type Act, insertActs, listActs, type WantedActs } from './audit.queries.ts';

/** Writes down what somebody did, in the transaction in which they did it. */
export async function noteActs(db: Db, actor: Actor | null, ...acts: Act[]): Promise<void> {
  if (acts.length > 0) await insertActs(db, actor, acts);
}

export async function readAudit(
  db: Db,
  { limit, before, ...wanted }: PageQuery & WantedActs,
): Promise<{ audit: AuditEntry[]; next: string | null }> {
  const page = { before: before ? decodeCursor(before) : undefined, limit: limit + 1 };
  const cut = toPage(await listActs(db, wanted, page), limit, ({ id }) => id);
  return { audit: cut.page, next: cut.next };
}
