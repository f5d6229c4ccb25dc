import {
  type AuditAction,
  type AuditEntry,
  type AuditSubject,
  auditActor,
  auditEntry,
} from '@lop-xanh/contract/audit';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isAboutUser } from './audit-about-user.ts';

export interface NewAuditEntry {
  action: AuditAction;
  subject: AuditSubject;
  id?: number;
  /** The subject's current name. */
  name: string;
  schoolId: number | null;
  /** Changed fields, some with old and new values, or row counts. Never secrets. */
  details?: Record<string, unknown> | undefined;
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

/** Whether the actor has written an entry of this kind, with the same fields, on this day in Vietnam. */
export function hasEntryToday(
  db: Db,
  actor: Actor,
  { action, subject, name, schoolId, details = {} }: NewAuditEntry,
): Promise<boolean> {
  const { fields } = details;
  return db.value(
    z.boolean(),
    sql`
      select exists (
        select from audit_log entry
        where entry.school_id = ${schoolId} and entry.actor_id = ${actor.id}
          and entry.action = ${action} and entry.subject = ${subject}
          and entry.subject_name = ${name} and entry.details->'fields' = ${JSON.stringify(fields)}::jsonb
          and entry.at >= ${startOfDay(sql`(now() at time zone 'Asia/Ho_Chi_Minh')::date`)}
      )`,
  );
}

const startOfDay = (day: Sql) => sql`(${day}::timestamp at time zone 'Asia/Ho_Chi_Minh')`;

export interface AuditFilter {
  school_id?: number | undefined;
  actor_id?: number | undefined;
  action?: AuditAction | undefined;
  subject?: AuditSubject | undefined;
  subject_id?: number | undefined;
  person_id?: number | undefined;
  /** The first and the last day. */
  from?: string | undefined;
  until?: string | undefined;
}

const equalityFilters = ['school_id', 'actor_id', 'action', 'subject', 'subject_id'] as const;

function buildCondition(filter: AuditFilter): Sql {
  const { person_id: personId, from, until } = filter;
  const conditions = [
    sql`true`,
    ...equalityFilters.flatMap((column) =>
      filter[column] === undefined ? [] : [sql`entry.${raw(column)} = ${filter[column]}`],
    ),
    ...(personId === undefined ? [] : [isAboutUser(sql`entry`, personId)]),
    ...(from ? [sql`entry.at >= ${startOfDay(sql`${from}::date`)}`] : []),
    ...(until ? [sql`entry.at < ${startOfDay(sql`(${until}::date + 1)`)}`] : []),
  ];
  return join(conditions, ' and ');
}

export function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  return db.many(
    auditEntry,
    sql`
    select entry.id, entry.at, entry.actor_id, entry.actor, entry.actor_role, entry.action,
           entry.subject, entry.subject_id, subject.role as subject_role, entry.subject_name,
           entry.school_id, school.school_name, entry.details
    from audit_log entry
    left join schools school on school.id = entry.school_id
    left join users subject
      on subject.id = entry.subject_id
        and entry.subject in ('account', 'student_report', 'second_factor', 'session')
    where ${buildCondition(filter)}
      and ${before === undefined ? sql`true` : sql`(entry.at, entry.id) < (select at, id from audit_log where id = ${before})`}
    order by entry.at desc, entry.id desc
    limit ${limit}`,
  );
}

/** Jumps from actor to actor in the index, instead of reading the entries of all of them. */
export function listActorsOfSchool(db: Db, schoolId: number) {
  return db.many(
    auditActor,
    sql`
    with recursive actor as (
      select min(actor_id) as id from audit_log where school_id = ${schoolId}::bigint
      union all
      select (select min(actor_id) from audit_log
              where school_id = ${schoolId}::bigint and actor_id > actor.id)
      from actor where actor.id is not null
    )
    select users.id, users.username, users.full_name, users.role
    from actor join users using (id)`,
  );
}

export function listAdmins(db: Db) {
  return db.many(
    auditActor,
    sql`select id, username, full_name, role from users where role = 'Admin'`,
  );
}

/** Limited, so that no cleanup locks the table for long. */
const deletedRowsPerRun = 10_000;

/** In a transaction of its own, which alone may delete entries. */
export async function deleteOldEntries(db: Db, days: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.run(sql`set local lop_xanh.erasing = 'on'`);
    await transaction.run(sql`
      delete from audit_log where id in (
        select id from audit_log where at < now() - make_interval(days => ${days})
        order by at limit ${deletedRowsPerRun}
      )`);
  });
}
