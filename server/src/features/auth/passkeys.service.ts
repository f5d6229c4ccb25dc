import type { Passkey } from '@lop-xanh/contract/factors';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { lockActiveUser } from './auth.queries.ts';
import { checkOwnPassword } from './own-password.ts';
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listCredentialIds,
  recordPasskeyUse,
  takeChallenge,
} from './passkeys.queries.ts';
import { addFactor, removeFactor } from './second-factor.service.ts';
import { openSession } from './sessions.service.ts';
import {
  loadWebAuthn,
  parseResponse,
  type RelyingParty,
  verifyNewPasskey,
  verifyPasskey,
} from './webauthn.ts';

/** The site's public address, or else the address in the browser, such as `http://localhost:3000`. */
export function findRelyingParty(
  { publicUrl, webOrigin }: Pick<Config, 'publicUrl' | 'webOrigin'>,
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
): RelyingParty {
  const address = [headers.origin, `http://${host}`].find((url) => url && URL.canParse(url));
  const site = publicUrl ?? (address && new URL(address));
  if (!site) throw new AppError('invalid_input');
  return { rpId: site.hostname, origins: [site.origin, webOrigin ?? []].flat() };
}

/** Returns the options with which the browser makes a passkey. */
export async function startPasskey(
  db: Db,
  actor: Actor,
  { password, rpId }: { password: string; rpId: string },
) {
  await checkOwnPassword(db, actor, password);
  const knownIds = await listCredentialIds(db, actor.id);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Lớp Xanh',
    rpID: rpId,
    userName: actor.username,
    // The same for all passkeys of a user, so that a device keeps one of them.
    userID: new TextEncoder().encode(`user ${actor.id}`),
    attestationType: 'none',
    excludeCredentials: knownIds.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await insertChallenge(db, options.challenge, actor.id);
  return { ...options };
}

/** Only whoever gave the password has a challenge to sign. */
export async function addPasskey(
  db: Db,
  actor: Actor,
  { name, response, site }: { name: string; response: unknown; site: RelyingParty },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const parsed = parseResponse(response);
  const isExpected = parsed && (await takeChallenge(db, parsed.challenge, actor.id));
  const credential =
    isExpected && (await verifyNewPasskey(response, { ...site, challenge: parsed.challenge }));
  if (!credential) throw new AppError('invalid_input');
  return addFactor(db, actor, 'passkey', async (transaction) => {
    const passkey = await insertPasskey(transaction, { userId: actor.id, name, credential });
    if (!passkey) throw new AppError('invalid_input');
    return { passkey };
  });
}

export async function removePasskey(
  db: Db,
  actor: Actor,
  { id, password }: { id: number; password: string },
): Promise<void> {
  await checkOwnPassword(db, actor, password);
  const remove = (transaction: Db) => deletePasskey(transaction, actor.id, id);
  if (!(await removeFactor(db, actor, 'passkey', remove))) throw new AppError('not_found');
}

/** Returns the options with which the browser lets the user choose a passkey. */
export async function startPasskeyLogin(db: Db, rpId: string) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
  await insertChallenge(db, options.challenge, null);
  return { ...options };
}

interface PasskeyLogin {
  response: unknown;
  site: RelyingParty;
  userAgent: string | undefined;
}

/** The passkey verifies its user by a fingerprint, face or PIN, so it counts as both factors. */
export async function logInWithPasskey(
  db: Db,
  { response, site, userAgent }: PasskeyLogin,
): Promise<{ userId: number; username: string; token: string }> {
  const parsed = parseResponse(response);
  if (!parsed || !(await takeChallenge(db, parsed.challenge, null))) throw rejection();
  const passkey = await findPasskey(db, parsed.credentialId);
  if (!passkey) throw rejection();
  const { id, user_id: userId, username, public_key, counter, status } = passkey;
  const credential = {
    id: parsed.credentialId.toString('base64url'),
    publicKey: new Uint8Array(public_key),
    counter,
  };
  const expected = { ...site, challenge: parsed.challenge };
  const newCounter = await verifyPasskey(response, credential, expected);
  if (newCounter === undefined) throw rejection();
  if (status !== 'active') throw new AppError('account_locked');
  return db.transaction(async (transaction) => {
    // The passkey may have been removed and the user deactivated in the meantime.
    const isOpen =
      (await lockActiveUser(transaction, userId)) &&
      (await recordPasskeyUse(transaction, { id, counter, newCounter }));
    if (!isOpen) throw rejection();
    const token = await openSession(transaction, userId, { openedBy: 'passkey', userAgent });
    return { userId, username, token };
  });
}

function rejection(): AppError {
  return new AppError('passkey_rejected');
}
