import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Actor } from '../http/authentication.ts';

const hoursOfAStep = 12;

/** Signs the addresses of files for one session, for the rest of this half-day and the next one. */
export interface UrlSigner {
  sign(path: string, actor: Pick<Actor, 'session_id'>): string;
  /** The session that the address was given to, or undefined for one that is forged or too old. */
  sessionOf(path: string, query: Record<string, unknown>): number | undefined;
}

/** Who asks, and the signer that makes file addresses for them. */
export interface Reader {
  actor: Actor;
  signer: UrlSigner;
}

export function readerWith(loadSigner: () => Promise<UrlSigner>) {
  return async (actor: Actor): Promise<Reader> => ({ actor, signer: await loadSigner() });
}

/** Loads the signer when it is first needed; a database that was away for a moment is asked again. */
export function urlSigner(database: Database): () => Promise<UrlSigner> {
  let signer: Promise<UrlSigner> | undefined;
  return () => {
    signer ??= loadUrlSigner(database).catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
}

/** All servers of an installation share one key, made by the first of them. */
async function loadUrlSigner({ pool }: Database): Promise<UrlSigner> {
  await pool.query("insert into secrets values ('file-urls', $1) on conflict do nothing", [
    randomBytes(32),
  ]);
  const { rows } = await pool.query("select value from secrets where name = 'file-urls'");
  return makeUrlSigner(rows[0].value as Buffer);
}

export function makeUrlSigner(key: Buffer, now: () => number = Date.now): UrlSigner {
  const step = hoursOfAStep * 3_600_000;
  const signature = (path: string, session: string, expiry: string) =>
    createHmac('sha256', key).update(`${path}\nsession ${session}\n${expiry}`).digest('base64url');
  return {
    sign(path, { session_id }) {
      const expiry = String((Math.floor(now() / step) + 2) * step);
      const session = String(session_id);
      return `${path}?i=${session}&e=${expiry}&s=${signature(path, session, expiry)}`;
    },
    sessionOf(path, { i, e, s }) {
      if (typeof i !== 'string' || typeof e !== 'string' || typeof s !== 'string') return undefined;
      const given = Buffer.from(s);
      const right = Buffer.from(signature(path, i, e));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return Number(e) > now() ? Number(i) : undefined;
    },
  };
}
