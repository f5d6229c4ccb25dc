import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Actor } from '../http/authentication.ts';

const hoursOfAStep = 12;

/** Signs the addresses of files for one reader, for the rest of this half-day and the next one. */
export interface UrlSigner {
  sign(path: string, readerId: number): string;
  /** The reader whom the address was given to, or undefined for one that is forged or too old. */
  readerOf(path: string, query: Record<string, unknown>): number | undefined;
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
  const signature = (path: string, reader: string, expiry: string) =>
    createHmac('sha256', key).update(`${path}\n${reader}\n${expiry}`).digest('base64url');
  return {
    sign(path, readerId) {
      const expiry = String((Math.floor(now() / step) + 2) * step);
      const reader = String(readerId);
      return `${path}?u=${reader}&e=${expiry}&s=${signature(path, reader, expiry)}`;
    },
    readerOf(path, { u, e, s }) {
      if (typeof u !== 'string' || typeof e !== 'string' || typeof s !== 'string') return undefined;
      const given = Buffer.from(s);
      const right = Buffer.from(signature(path, u, e));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return Number(e) > now() ? Number(u) : undefined;
    },
  };
}
