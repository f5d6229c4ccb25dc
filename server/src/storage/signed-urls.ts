import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { Actor } from '../http/authentication.ts';

const stepHours = 12;

/** Signs file URLs for one session. They are valid for the rest of this half-day and the next one. */
export interface UrlSigner {
  sign(path: string, actor: Pick<Actor, 'session_id'>): string;
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

/** Loads the signer on first use, and again after a failure. */
export function createSignerLoader(db: Db): () => Promise<UrlSigner> {
  let signer: Promise<UrlSigner> | undefined;
  return () => {
    signer ??= loadUrlSigner(db).catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
}

/** All servers of an installation share one key, created by the first of them. */
async function loadUrlSigner(db: Db): Promise<UrlSigner> {
  await db.run(
    sql`insert into secrets values ('file-urls', ${randomBytes(32)}) on conflict do nothing`,
  );
  const key = await db.value(
    z.instanceof(Buffer),
    sql`select value from secrets where name = 'file-urls'`,
  );
  return makeUrlSigner(key);
}

export function makeUrlSigner(key: Buffer, now: () => number = Date.now): UrlSigner {
  const stepMs = stepHours * 3_600_000;
  const computeSignature = (path: string, session: string, expiry: string) =>
    createHmac('sha256', key).update(`${path}\nsession ${session}\n${expiry}`).digest('base64url');
  return {
    sign(path, { session_id }) {
      const expiry = String((Math.floor(now() / stepMs) + 2) * stepMs);
      const session = String(session_id);
      return `${path}?i=${session}&e=${expiry}&s=${computeSignature(path, session, expiry)}`;
    },
    verify(path, { i, e, s }) {
      if (typeof i !== 'string' || typeof e !== 'string' || typeof s !== 'string') return undefined;
      const signature = Buffer.from(s);
      const expected = Buffer.from(computeSignature(path, i, e));
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        return undefined;
      return Number(e) > now() ? Number(i) : undefined;
    },
  };
}
