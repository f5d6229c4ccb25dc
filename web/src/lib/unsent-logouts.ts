import { auth } from '@lop-xanh/contract/auth';
import { request } from './api.ts';
import { ApiError, isServerFailure } from './api-errors.ts';

const storageKey = 'unsent-logouts';
/** More than a shared device collects while it is offline. */
const maxStored = 20;

/** Browsers hash only with https. Without it, the code is loaded with the app: nothing can be when it is offline. */
const hashWithoutHttps = crypto.subtle ? undefined : import('@noble/hashes/sha2.js');
hashWithoutHttps?.catch(() => {});

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = hashWithoutHttps
    ? (await hashWithoutHttps).sha256(bytes)
    : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Stores that the session of this token must end on the server. Only a hash of the token is stored:
 * it can end the session, but not be used to log in.
 */
export async function queueLogout(token: string): Promise<void> {
  const digest = await sha256(token).catch(() => undefined);
  if (digest) store([...readUnsent(), digest]);
  // The code could not be loaded, so there is only this one attempt.
  else void request(auth.logout).catch(() => {});
}

/** Ends on the server the sessions that ended on this device; a 4xx is final too. */
export async function sendLogouts(): Promise<void> {
  for (const token_sha256 of readUnsent()) {
    try {
      await request(auth.endSession, { body: { token_sha256 } });
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      if (isBusy || isServerFailure(error)) return;
    }
    store(readUnsent().filter((other) => other !== token_sha256));
  }
}

function readUnsent(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(list) ? list.filter((digest) => typeof digest === 'string') : [];
  } catch {
    return [];
  }
}

function store(digests: readonly string[]): void {
  if (digests.length === 0) return localStorage.removeItem(storageKey);
  try {
    localStorage.setItem(storageKey, JSON.stringify(digests.slice(-maxStored)));
  } catch {
    // A full storage only costs the later attempt.
  }
}
