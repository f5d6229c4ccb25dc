import type { Session } from '@lop-xanh/contract/factors';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor, ActorFinder } from '../../http/authentication.ts';
import { createActorLoaders, type StoredActor } from './actors.queries.ts';
import { describeDevice } from './device-names.ts';
import { mustHaveSecondFactor } from './second-factor.rules.ts';
import {
  deleteCardSessions,
  deleteExcessSessions,
  deleteSessionsOfUsers,
  insertSession,
  recordUse,
  replaceToken,
} from './sessions.queries.ts';
import { generateToken, hashToken } from './tokens.ts';

export { deleteSessionOfUser, listSessions } from './sessions.queries.ts';

/** More devices than anyone has. One more session ends the least recently used one. */
const maxSessions = 20;

export function createActorFinder(
  db: Db,
  { requiresSecondFactor = false }: Partial<Pick<Config, 'requiresSecondFactor'>> = {},
): ActorFinder {
  const { actors, profiles, actorsBySession } = createActorLoaders(db);
  const toActor = (stored: StoredActor): Actor => ({
    ...stored,
    mustAddFactor:
      !stored.hasSecondFactor && mustHaveSecondFactor(stored.role, requiresSecondFactor),
  });
  return {
    async findByToken(token, { asProfile }) {
      const tokenHash = hashToken(token);
      const session = await (asProfile ? profiles : actors).load(tokenHash);
      if (session?.isUseDue) await recordUse(db, tokenHash);
      return session && toActor(session.actor);
    },
    async findBySession(id) {
      const stored = await actorsBySession.load(id);
      return stored && toActor(stored);
    },
  };
}

interface SessionOptions {
  openedBy?: Session['openedBy'];
  userAgent?: string | undefined;
}

/** Opens a session and returns its token, of which only the hash is stored. */
export async function openSession(
  db: Db,
  userId: number,
  { openedBy = 'password', userAgent }: SessionOptions = {},
): Promise<string> {
  const token = generateToken();
  await deleteExcessSessions(db, userId, maxSessions - 1);
  const device = describeDevice(userAgent);
  await insertSession(db, { userId, tokenHash: hashToken(token), openedBy, device });
  return token;
}

/** Replaces the token of a session; its signed file URLs and open streams stay valid. */
export async function renewSession(db: Db, actor: Actor): Promise<string> {
  const token = generateToken();
  if (!(await replaceToken(db, actor, hashToken(token)))) throw new AppError('unauthenticated');
  return token;
}

/** Returns how many there were. */
export async function endAllSessions(db: Db, userIds: number[]): Promise<number> {
  return userIds.length > 0 ? deleteSessionsOfUsers(db, userIds) : 0;
}

/** Ends the sessions that the cards of these students opened. */
export async function endCardSessions(db: Db, userIds: number[]): Promise<void> {
  await deleteCardSessions(db, userIds);
}
