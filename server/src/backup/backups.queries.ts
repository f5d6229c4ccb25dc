import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';

const keptDays = 400;

export function insertBackup(db: Db, target: string): Promise<number> {
  return db.value(z.number(), sql`insert into backups (target) values (${target}) returning id`);
}

export async function finishBackup(
  db: Db,
  id: number,
  { size, written, files }: { size: number; written: number; files: number },
): Promise<void> {
  await db.run(sql`
    update backups
    set finished_at = now(), size = ${size}, written = ${written}, files = ${files}
    where id = ${id}`);
  await db.run(sql`
    delete from backups where started_at < now() - make_interval(days => ${keptDays})`);
}

export async function failBackup(db: Db, id: number, error: string): Promise<void> {
  await db.run(sql`update backups set finished_at = now(), error = ${error} where id = ${id}`);
}

export function hasGoodBackup(db: Db, target: string): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`
      select exists (
        select from backups
        where target = ${target} and finished_at is not null and error is null
      )`,
  );
}

/** How many seconds ago the last good backup ended; infinite if there was none. */
export async function readBackupAge(db: Db): Promise<number> {
  const age = await db.value(
    z.number().nullable(),
    sql`
      select extract(epoch from now() - max(finished_at))::float8
      from backups where error is null and finished_at <= now()`,
  );
  return age ?? Number.POSITIVE_INFINITY;
}

const backupState = z.object({
  now: z.string(),
  /** When the last good backup and the last attempt began. */
  good: z.string().nullable(),
  last: z.string().nullable(),
  /** When the last good backup ended, or else the first attempt began, or else they could have begun. */
  good_since: z.string().nullable(),
});
export type BackupState = z.infer<typeof backupState>;

/** Ignores what a wrong clock has dated into the future. */
export function readBackupState(db: Db): Promise<BackupState> {
  return db.one(
    backupState,
    sql`
      select now() as now,
        max(started_at) filter (where finished_at is not null and error is null) as good,
        max(started_at) as last,
        coalesce(
          max(finished_at) filter (where error is null),
          min(started_at),
          (select run_at from migrations where file = '2026-11-26-backups.sql')
        ) as good_since
      from backups where started_at <= now()`,
  );
}

/** The id that pairs the database with its uploads; a restored copy has another one. */
export async function readInstallationId(db: Db): Promise<string | undefined> {
  const [id] = await db.values(
    z.string(),
    sql`select encode(value, 'hex') from secrets where name = 'storage'`,
  );
  return id;
}
