import { auth } from '@lop-xanh/contract/auth';
import { request } from './api.ts';
import { ApiError, isServerFailure } from './api-errors.ts';

const storageKey = 'unsent-logouts';
/** More than a shared device collects while it is offline. */
const maxStored = 20;

/**
 * Stores that the session of this token must end on the server. Only a hash of the token is stored:
 * it can end the session, but not be used to log in.
 */
export async function queueLogout(token: string): Promise<void> {
  // Browsers hash only with https; without it there is only this one attempt.
  if (!isSecureContext) return void request(auth.logout).catch(() => {});
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const digest = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'));
  store([...readUnsent(), digest.join('')]);
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
