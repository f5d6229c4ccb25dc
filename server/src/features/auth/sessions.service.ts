import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor, ActorFinder } from '../../http/authentication.ts';
import { createActorLoaders, readActorOfSession } from './actors.queries.ts';
import {
  deleteExcessSessions,
  deleteSessionsOfUsers,
  extendSession,
  insertSession,
  replaceToken,
} from './sessions.queries.ts';
import { generateToken, hashToken } from './tokens.ts';

/** More devices than anyone has. One more session ends the least recently used one. */
const maxSessions = 20;

export function createActorFinder(db: Db): ActorFinder {
  const { actors, profiles } = createActorLoaders(db);
  return {
    async findByToken(token, { asProfile }) {
      const tokenHash = hashToken(token);
      const session = await (asProfile ? profiles : actors).load(tokenHash);
      // At most once a day, so that reads stay read-only.
      if (session?.isDueForExtension) await extendSession(db, tokenHash);
      return session?.actor;
    },
    findBySession: (id) => readActorOfSession(db, id),
  };
}

/** Opens a session and returns its token, of which only the hash is stored. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = generateToken();
  await deleteExcessSessions(db, userId, maxSessions - 1);
  await insertSession(db, userId, hashToken(token));
  return token;
}

/** Replaces the token of a session; its signed file URLs and open streams stay valid. */
export async function renewSession(db: Db, actor: Actor): Promise<string> {
  const token = generateToken();
  if (!(await replaceToken(db, actor, hashToken(token)))) throw new AppError('unauthenticated');
  return token;
}

export async function endAllSessions(db: Db, userIds: number[]): Promise<void> {
  if (userIds.length > 0) await deleteSessionsOfUsers(db, userIds);
}
