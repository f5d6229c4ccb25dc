import { accountStatus } from '@lop-xanh/contract/account-fields';
import { type Passkey, passkey } from '@lop-xanh/contract/factors';
import { id } from '@lop-xanh/contract/fields';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

const summaryColumns = sql`id, name, created_at as "createdAt", used_at as "usedAt"`;

export function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db.many(
    passkey,
    sql`select ${summaryColumns} from passkeys where user_id = ${userId} order by id`,
  );
}

export function listCredentialIds(db: Db, userId: number): Promise<Buffer[]> {
  return db.values(
    z.instanceof(Buffer),
    sql`select credential_id from passkeys where user_id = ${userId} order by id`,
  );
}

/** Returns undefined if the passkey exists already. */
export function insertPasskey(
  db: Db,
  { userId, name, credential }: { userId: number; name: string; credential: WebAuthnCredential },
): Promise<Passkey | undefined> {
  const { id: credentialId, publicKey, counter, transports = [] } = credential;
  return db.maybeOne(
    passkey,
    sql`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
      values (${userId}, ${Buffer.from(credentialId, 'base64url')}, ${Buffer.from(publicKey)},
        ${counter}, ${transports}::text[], ${name})
      on conflict (credential_id) do nothing
      returning ${summaryColumns}`,
  );
}

const storedPasskey = z.object({
  id,
  user_id: id,
  public_key: z.instanceof(Buffer),
  counter: z.number(),
  username: z.string(),
  status: accountStatus,
});

export function findPasskey(db: Db, credentialId: Buffer) {
  return db.maybeOne(
    storedPasskey,
    sql`
      select passkey.id, passkey.user_id, passkey.public_key, passkey.counter, "user".username, "user".status
      from passkeys passkey join users "user" on "user".id = passkey.user_id
      where passkey.credential_id = ${credentialId} and "user".deleted_at is null`,
  );
}

/** Returns false if the passkey was removed, or used at the same moment with the same counter. */
export async function recordPasskeyUse(
  db: Db,
  { id, counter, newCounter }: { id: number; counter: number; newCounter: number },
): Promise<boolean> {
  const recorded = await db.run(sql`
    update passkeys set counter = ${newCounter}, used_at = now()
    where id = ${id} and counter = ${counter}`);
  return recorded === 1;
}

/** Returns false if it is not a passkey of this user. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) === 1;
}

const isValid = sql`created_at > now() - interval '5 minutes'`;

/** For a login there is no user yet. */
export async function insertChallenge(
  db: Db,
  challenge: string,
  userId: number | null,
): Promise<void> {
  await db.run(sql`
    insert into passkey_challenges (challenge, user_id) values (${challenge}, ${userId})`);
}

/** Returns whether the challenge was given out for this purpose a short time ago, and never used. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  userId: number | null,
): Promise<boolean> {
  const taken = await db.run(sql`
    delete from passkey_challenges
    where challenge = ${challenge} and user_id is not distinct from ${userId}::bigint and ${isValid}`);
  return taken === 1;
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.run(sql`delete from passkey_challenges where not ${isValid}`);
}
