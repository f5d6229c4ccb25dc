import { id } from '@lop-xanh/contract/fields';
import { mentionKinds } from '@lop-xanh/contract/privacy';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { ErasureRecord } from '../../storage/erasure-records.ts';
import { exactCreation } from './erasure.queries.ts';
import type { MentionKind } from './erasure-mentions.queries.ts';

export interface Erasure {
  userId: number;
  schoolId: number | null;
  requestId: number | null;
  erasedBy: number | null;
  /** Undefined for now. */
  erasedAt?: string | undefined;
  removed: Record<string, number>;
  kept: Record<string, number>;
  choices: { mentions: { kind: MentionKind; id: number }[]; files: string[] };
}

/** After a restore the request may not exist yet. */
export async function insertErasure(db: Db, erasure: Erasure): Promise<void> {
  const { userId, schoolId, requestId, erasedBy, erasedAt, removed, kept, choices } = erasure;
  await db.run(sql`
    insert into erasures
      (user_id, school_id, request_id, erased_by, erased_at, removed, kept, choices)
    values (${userId}, ${schoolId},
      (select id from data_requests where id = ${requestId} and subject_id = ${userId}),
      ${erasedBy}, coalesce(${erasedAt ?? null}::timestamptz, now()), ${JSON.stringify(removed)},
      ${JSON.stringify(kept)}, ${JSON.stringify(choices)})`);
}

const storedErasure = z.object({
  user_id: id,
  created_at: z.string(),
  erased_at: z.string(),
  request_id: id.nullable(),
  mentions: z.array(z.object({ kind: z.enum(mentionKinds), id })),
  files: z.array(z.string()),
});

const selectRecords = (condition: Sql) => sql`
  select erasure.user_id, ${exactCreation(sql`erased_user`)} as created_at, erasure.erased_at,
         erasure.request_id, erasure.choices->'mentions' as mentions, erasure.choices->'files' as files
  from erasures erasure join users erased_user on erased_user.id = erasure.user_id
  where ${condition}`;

export function listErasures(db: Db): Promise<ErasureRecord[]> {
  return db.many(storedErasure, selectRecords(sql`true`));
}

/** Of the last day: older ones have been written, or are when a server starts. */
export function listRecentErasures(db: Db): Promise<ErasureRecord[]> {
  return db.many(storedErasure, selectRecords(sql`erasure.erased_at > now() - interval '1 day'`));
}

/** Whether the account of a record exists and is not erased: by id and moment, because ids can return. */
export function isErasurePending(
  db: Db,
  { user_id, created_at }: Pick<ErasureRecord, 'user_id' | 'created_at'>,
): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`
      select exists (
        select from users candidate
        where id = ${user_id} and erased_at is null and role <> 'Admin'
          and ${exactCreation(sql`candidate`)} = ${created_at})`,
  );
}

/** The request of a repeated erasure: in the restored database nobody has carried it out. */
export async function closeRequest(
  db: Db,
  { request_id, user_id, erased_at, result }: ErasureRecord & { result: string },
): Promise<void> {
  await db.run(sql`
    update data_requests
    set status = 'done', answered_at = coalesce(answered_at, ${erased_at}), result = ${result},
        finished_at = ${erased_at}, version = version + 1
    where id = ${request_id} and subject_id = ${user_id} and status in ('open', 'accepted')`);
}

/** Files that an erasure removed and nobody has deleted yet. */
export function listFilesToDelete(db: Db): Promise<string[]> {
  return db.values(
    z.string(),
    sql`select name from stored_files where unreferenced_since = 'epoch'`,
  );
}
