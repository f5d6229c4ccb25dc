import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { Actor } from '../http/authentication.ts';

const stepMs = 12 * 3_600_000;

/** The key changes every month: a URL is signed with the one of the month in which it expires. */
const nameKeyAt = (time: number) => `file-urls ${new Date(time).toISOString().slice(0, 7)}`;

/** Signs file URLs for one session. They are valid for the rest of this half-day and the next one. */
export interface UrlSigner {
  sign(path: string, actor: Pick<Actor, 'session_id'>): string;
  /** Until when a URL signed now is valid, in milliseconds. As long as it stays the same, so do signed URLs. */
  getExpiry(): number;
  /** Returns the session id of the URL, or undefined if it is forged or expired. */
  verify(path: string, query: Record<string, unknown>): number | undefined;
}

/** The actor, and the signer for the file URLs in the response. */
export interface Viewer {
  actor: Actor;
  signer: UrlSigner;
}

export function createViewerLoader(loadSigner: () => Promise<UrlSigner>) {
  return async (actor: Actor): Promise<Viewer> => ({ actor, signer: await loadSigner() });
}

/** Loads the signer on first use, before each new month, and again after a failure. */
export function createSignerLoader(db: Db, now: () => number = Date.now): () => Promise<UrlSigner> {
  let newest: string | undefined;
  let signer: Promise<UrlSigner> | undefined;
  return () => {
    // An hour early, so that a signer in use never lacks the key.
    const next = nameKeyAt(now() + 2 * stepMs + 3_600_000);
    if (next !== newest) signer = undefined;
    newest = next;
    signer ??= loadUrlSigner(db, [nameKeyAt(now()), next], now).catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
}

/** All servers of an installation share the keys, each created by the first that needs it. */
async function loadUrlSigner(
  db: Db,
  [current, next]: [current: string, next: string],
  now: () => number,
): Promise<UrlSigner> {
  for (const name of new Set([current, next])) {
    await db.run(
      sql`insert into secrets values (${name}, ${randomBytes(32)}) on conflict do nothing`,
    );
  }
  await db.run(sql`delete from secrets where name like 'file-urls%' and name < ${current}`);
  const keys = await db.many(
    z.object({ name: z.string(), value: z.instanceof(Buffer) }),
    sql`select name, value from secrets where name in (${current}, ${next})`,
  );
  return makeUrlSigner(new Map(keys.map(({ name, value }) => [name, value])), now);
}

function makeUrlSigner(keys: ReadonlyMap<string, Buffer>, now: () => number): UrlSigner {
  const computeSignature = (path: string, session: string, expiry: number) => {
    const key = keys.get(nameKeyAt(expiry));
    if (!key) throw new Error('A file URL expires in a month without a key.');
    return createHmac('sha256', key)
      .update(`${path}\nsession ${session}\n${expiry}`)
      .digest('base64url');
  };
  const getExpiry = () => (Math.floor(now() / stepMs) + 2) * stepMs;
  return {
    getExpiry,
    sign(path, { session_id }) {
      const expiry = getExpiry();
      const session = String(session_id);
      return `${path}?i=${session}&e=${expiry}&s=${computeSignature(path, session, expiry)}`;
    },
    verify(path, { i, e, s }) {
      if (typeof i !== 'string' || typeof e !== 'string' || typeof s !== 'string') return undefined;
      const expiry = Number(e);
      // Another server's clock may be ahead.
      const isCurrent = expiry > now() && expiry <= now() + 3 * stepMs;
      if (!isCurrent || !keys.has(nameKeyAt(expiry))) return undefined;
      const signature = Buffer.from(s);
      const expected = Buffer.from(computeSignature(path, i, expiry));
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        return undefined;
      return Number(i);
    },
  };
}
