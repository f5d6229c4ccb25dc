import {
  type AuditAction,
  type AuditEntry,
  type AuditSubject,
  auditEntry,
} from '@lop-xanh/contract/audit';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export interface NewAuditEntry {
  action: AuditAction;
  subject: AuditSubject;
  id?: number;
  /** The subject's current name. */
  name: string;
  schoolId: number | null;
  /** Changed fields, some with old and new values, or row counts. Never secrets. */
  details?: Record<string, unknown>;
}

/** A command on the server has no actor. */
export async function insertAuditEntries(
  db: Db,
  actor: Actor | null,
  entries: NewAuditEntry[],
): Promise<void> {
  await db.run(sql`
    insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name,
      school_id, details)
    select ${actor?.id ?? null}::bigint, ${actor?.username ?? ''}::text, ${actor?.role ?? null}::text,
           action, subject, id, name, "schoolId", coalesce(details, '{}')
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (action text, subject text,
      id bigint, name text, "schoolId" bigint, details jsonb)`);
}

export interface AuditFilter {
  school_id?: number | undefined;
  actor_id?: number | undefined;
  action?: AuditAction | undefined;
  subject?: AuditSubject | undefined;
  subject_id?: number | undefined;
}

export function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const isEqual = (column: keyof AuditFilter) =>
    filter[column] === undefined ? sql`true` : sql`entry.${raw(column)} = ${filter[column]}`;
  return db.many(
    auditEntry,
    sql`
    select entry.id, entry.at, entry.actor_id, entry.actor, entry.actor_role, entry.action,
           entry.subject, entry.subject_id, entry.subject_name, entry.school_id,
           school.school_name, entry.details
    from audit_log entry
    left join schools school on school.id = entry.school_id
    where ${isEqual('school_id')} and ${isEqual('actor_id')} and ${isEqual('action')}
      and ${isEqual('subject')} and ${isEqual('subject_id')}
      and ${before === undefined ? sql`true` : sql`entry.id < ${before}`}
    order by entry.id desc
    limit ${limit}`,
  );
}
