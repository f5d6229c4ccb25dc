import type { AuditAction } from '@lop-xanh/contract/audit';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { describeApp, findStep, generateAppSecret } from './app-codes.ts';
import {
  type AppStep,
  confirmPendingApp,
  deleteApp,
  deleteFactors,
  type FactorOwner,
  findApp,
  lockFactors,
  readFactorSummary,
  replaceRecoveryCodes,
  updateFactorState,
  useRecoveryCode,
  useStep,
  writePendingApp,
} from './factors.queries.ts';
import { checkThrottled } from './login-throttle.ts';
import { checkOwnPassword } from './own-password.ts';
import { type Hasher, runPasswordJob } from './passwords.service.ts';
import { generateRecoveryCodes, hashRecoveryCode, normalizeCode } from './recovery-codes.ts';
import { endAllSessions } from './sessions.service.ts';

interface LoginWithFactor {
  id: number;
  username: string;
}

/** Throws unless the code is right. Every code is accepted once, and all guesses for a user are counted together. */
export async function checkSecondFactor(
  db: Db,
  { id, username }: LoginWithFactor,
  code: string | undefined,
  hasher: Hasher,
): Promise<void> {
  if (code === undefined) throw await missingCode(db, id);
  await checkCode(db, username, async () => {
    const typed = normalizeCode(code);
    if (!/^\d{6}$/.test(typed)) {
      return useRecoveryCode(db, id, await hashRecoveryCode(hasher, id, typed));
    }
    const app = await matchApp(db, id, typed, { isPending: false });
    return app !== undefined && useStep(db, id, app);
  });
}

/** Finds the app that shows this code, and its step. */
async function matchApp(
  db: Db,
  userId: number,
  code: string,
  options: { isPending: boolean },
): Promise<AppStep | undefined> {
  const app = await findApp(db, userId, options);
  const step = app && findStep(app.secret, code, new Date(app.now));
  return app && step !== undefined ? { secret: app.secret, step } : undefined;
}

async function missingCode(db: Db, userId: number): Promise<AppError> {
  const { hasApp, hasPasskey } = await readFactorSummary(db, userId);
  const methods = [hasApp ? 'app' : [], hasPasskey ? 'passkey' : []].flat().join(',');
  return new AppError('second_factor_required', { values: { methods } });
}

async function checkCode(db: Db, username: string, check: () => Promise<boolean>): Promise<void> {
  const isCorrect = await checkThrottled(db, { username, origin: 'code' }, check);
  if (!isCorrect) throw fieldError('wrong_code', 'code');
}

/** Returns the secret of a new authenticator app, which the user must confirm with a code. */
export async function startApp(
  db: Db,
  actor: Actor,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await checkOwnPassword(db, actor, password);
  const secret = generateAppSecret();
  if (!(await writePendingApp(db, actor.id, secret))) throw new AppError('app_already_added');
  return describeApp(secret, actor.username);
}

export async function confirmApp(
  db: Db,
  actor: Actor,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  let app: AppStep | undefined;
  await checkCode(db, actor.username, async () => {
    app = await matchApp(db, actor.id, code, { isPending: true });
    return app !== undefined;
  });
  return addFactor(db, actor, 'app', async (transaction) => {
    const isConfirmed = app && (await confirmPendingApp(transaction, actor.id, app));
    if (!isConfirmed) throw fieldError('wrong_code', 'code');
    return {};
  });
}

export async function removeApp(db: Db, actor: Actor, password: string): Promise<void> {
  await checkOwnPassword(db, actor, password);
  await removeFactor(db, actor, 'app', (transaction) => deleteApp(transaction, actor.id));
}

type FactorKind = 'app' | 'passkey';

/** Adds a factor; with the first one the user gets recovery codes, otherwise the list is empty. */
export async function addFactor<Added extends object>(
  db: Db,
  actor: Actor,
  kind: FactorKind,
  add: (transaction: Db) => Promise<Added>,
): Promise<Added & { recoveryCodes: string[] }> {
  const { codes, hashes } = await prepareRecoveryCodes(actor);
  return db.transaction(async (transaction) => {
    const owner = await lockFactors(transaction, actor.id);
    const added = await add(transaction);
    if (!owner.hasSecondFactor) await replaceRecoveryCodes(transaction, actor.id, hashes);
    await updateFactorState(transaction, actor.id);
    await writeFactorEntry(transaction, actor, owner, { action: 'created', kind });
    return { ...added, recoveryCodes: owner.hasSecondFactor ? [] : codes };
  });
}

/** Recovery codes go with the last factor. Returns false if there was nothing to remove. */
export async function removeFactor(
  db: Db,
  actor: Actor,
  kind: FactorKind,
  remove: (transaction: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const owner = await lockFactors(transaction, actor.id);
    if (!(await remove(transaction))) return false;
    await updateFactorState(transaction, actor.id);
    await writeFactorEntry(transaction, actor, owner, { action: 'deleted', kind });
    return true;
  });
}

/**
 * Removes every factor of a user who has lost them, and ends their sessions: whoever found the phone may
 * be in one of them. A command on the server has no actor.
 */
export async function resetFactors(db: Db, actor: Actor | null, userId: number): Promise<void> {
  const owner = await lockFactors(db, userId);
  if (!(await deleteFactors(db, userId))) return;
  await endAllSessions(db, [userId]);
  await writeFactorEntry(db, actor, owner, { action: 'reset' });
}

/** Hashes all codes in one turn of the password queue, before any transaction begins. */
function prepareRecoveryCodes({ id }: Actor): Promise<{ codes: string[]; hashes: Buffer[] }> {
  const codes = generateRecoveryCodes();
  return runPasswordJob(`user ${id}`, async (hasher) => {
    const hashes = [];
    for (const code of codes) hashes.push(await hashRecoveryCode(hasher, id, code));
    return { codes, hashes };
  });
}

/** The former codes stop working. */
export async function renewRecoveryCodes(
  db: Db,
  actor: Actor,
  password: string,
): Promise<string[]> {
  await checkOwnPassword(db, actor, password);
  const { codes, hashes } = await prepareRecoveryCodes(actor);
  return db.transaction(async (transaction) => {
    const owner = await lockFactors(transaction, actor.id);
    if (!owner.hasSecondFactor) return [];
    await replaceRecoveryCodes(transaction, actor.id, hashes);
    await writeFactorEntry(transaction, actor, owner, { action: 'changed' });
    return codes;
  });
}

function writeFactorEntry(
  db: Db,
  actor: Actor | null,
  { id, full_name: name, school_id: schoolId }: FactorOwner,
  { action, kind }: { action: AuditAction; kind?: FactorKind },
): Promise<void> {
  const details = kind && { kind };
  return writeAuditEntries(db, actor, {
    action,
    subject: 'second_factor',
    id,
    name,
    schoolId,
    details,
  });
}
