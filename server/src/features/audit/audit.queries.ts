import type { AuditAction, AuditEntry, AuditSubject } from '@lop-xanh/contract/audit';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export interface Act {
  action: AuditAction;
  subject: AuditSubject;
  id?: number;
  /** As it is at this moment. */
  name: string;
  schoolId: number | null;
  /** The fields that changed, perhaps with their old and new values, or numbers: never what is secret. */
  details?: Record<string, unknown>;
}

/** Null for a command on the server. */
export async function insertActs(db: Db, actor: Actor | null, acts: Act[]): Promise<void> {
  await sql`
    insert into audit_log (actor_id, actor, actor_role, action, subject, subject_id, subject_name,
      school_id, details)
    select ${actor?.id ?? null}::bigint, ${actor?.username ?? ''}, ${actor?.role ?? null},
           action, subject, id, name, "schoolId", coalesce(details, '{}')
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as act (action text, subject text,
      id bigint, name text, "schoolId" bigint, details jsonb)`.execute(db);
}

export interface WantedActs {
  school_id?: number | undefined;
  actor_id?: number | undefined;
  action?: AuditAction | undefined;
  subject?: AuditSubject | undefined;
  subject_id?: number | undefined;
}

export async function listActs(
  db: Db,
  wanted: WantedActs,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const only = (column: string, value: number | string | undefined) =>
    value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`;
  const { rows } = await sql<AuditEntry>`
    select entry.id, entry.at, entry.actor_id, entry.actor, entry.actor_role, entry.action,
           entry.subject, entry.subject_id, entry.subject_name, entry.school_id,
           school.school_name, entry.details
    from audit_log entry
    left join schools school on school.id = entry.school_id
    where ${only('entry.school_id', wanted.school_id)}
      and ${only('entry.actor_id', wanted.actor_id)}
      and ${only('entry.action', wanted.action)}
      and ${only('entry.subject', wanted.subject)}
      and ${only('entry.subject_id', wanted.subject_id)}
      and ${before === undefined ? sql`true` : sql`entry.id < ${before}`}
    order by entry.id desc
    limit ${limit}`.execute(db);
  return rows;
}
