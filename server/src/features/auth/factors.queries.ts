import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

const factorOwner = z.object({
  id,
  full_name: z.string(),
  school_id: id.nullable(),
  hasSecondFactor: z.boolean(),
});
export type FactorOwner = z.infer<typeof factorOwner>;

/** Serializes the changes to the factors of one user until the transaction ends. */
export function lockFactors(db: Db, userId: number): Promise<FactorOwner> {
  return db.one(
    factorOwner,
    sql`
      select id, full_name, school_id, second_factor_at is not null as "hasSecondFactor"
      from users where id = ${userId} for no key update`,
  );
}

const factorSummary = z.object({
  hasApp: z.boolean(),
  hasPasskey: z.boolean(),
  recoveryCodesLeft: z.number(),
});

export function readFactorSummary(db: Db, userId: number) {
  return db.one(
    factorSummary,
    sql`
      select exists (
               select from authenticators where user_id = ${userId} and confirmed_at is not null
             ) as "hasApp",
             exists (select from passkeys where user_id = ${userId}) as "hasPasskey",
             (select count(*) from recovery_codes where user_id = ${userId} and used_at is null)
               as "recoveryCodesLeft"`,
  );
}

/** A secret that was not confirmed within an hour is forgotten. */
const isFresh = sql`created_at > now() - interval '1 hour'`;

/** Returns false if the user already has a confirmed app. */
export async function writePendingApp(db: Db, userId: number, secret: Buffer): Promise<boolean> {
  const written = await db.run(sql`
    insert into authenticators (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now()
      where authenticators.confirmed_at is null`);
  return written === 1;
}

const app = z.object({ secret: z.instanceof(Buffer), now: z.string() });

/** With the time of the database, which is the same for all servers. */
export function findApp(db: Db, userId: number, { isPending }: { isPending: boolean }) {
  const state = isPending
    ? sql`confirmed_at is null and ${isFresh}`
    : sql`confirmed_at is not null`;
  return db.maybeOne(
    app,
    sql`
      select secret, clock_timestamp() as now from authenticators
      where user_id = ${userId} and ${state}`,
  );
}

export interface AppStep {
  secret: Buffer;
  step: number;
}

/** Returns false if the app has been replaced, confirmed or removed since its secret was read. */
export async function confirmPendingApp(
  db: Db,
  userId: number,
  { secret, step }: AppStep,
): Promise<boolean> {
  const confirmed = await db.run(sql`
    update authenticators set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null and ${isFresh}`);
  return confirmed === 1;
}

/** Accepts the code of a step once: of two logins at the same moment, one gets false. */
export async function useStep(db: Db, userId: number, { secret, step }: AppStep): Promise<boolean> {
  const used = await db.run(sql`
    update authenticators set last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and confirmed_at is not null
      and last_step < ${step}`);
  return used === 1;
}

/** Returns false if the user has no app. */
export async function deleteApp(db: Db, userId: number): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from authenticators where user_id = ${userId} and confirmed_at is not null`);
  return deleted === 1;
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  hashes: Buffer[],
): Promise<void> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.run(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${hashes}::bytea[])`);
}

/** Returns false for an unknown or used code. */
export async function useRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const used = await db.run(sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`);
  return used === 1;
}

/** To be called after every change: without a factor there is nothing to recover. */
export async function updateFactorState(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    with state as materialized (
      select exists (
               select from authenticators where user_id = ${userId} and confirmed_at is not null
             ) or exists (select from passkeys where user_id = ${userId}) as has_factor
    ), deleted as (
      delete from recovery_codes using state where user_id = ${userId} and not has_factor
    )
    update users set second_factor_at = case when has_factor then coalesce(second_factor_at, now()) end
    from state where id = ${userId}`);
}

/** Returns false if they had none. */
export async function deleteFactors(db: Db, userId: number): Promise<boolean> {
  const apps = await db.run(sql`delete from authenticators where user_id = ${userId}`);
  const passkeys = await db.run(sql`delete from passkeys where user_id = ${userId}`);
  await updateFactorState(db, userId);
  return apps + passkeys > 0;
}

export async function deleteUnconfirmedApps(db: Db): Promise<void> {
  await db.run(sql`delete from authenticators where confirmed_at is null and not ${isFresh}`);
}
