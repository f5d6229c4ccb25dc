import { auth } from '@lop-xanh/contract/auth';
import { request } from './api.ts';
import { ApiError, isServerFailure } from './api-errors.ts';

const storageKey = 'unsent-logouts';
/** More than a shared device meets between two networks. */
const mostKept = 20;

/**
 * Notes that the session of this token is to end on the server. Only the digest of the token is kept:
 * whoever finds it on the device can end the session with it, and not enter it.
 */
export async function keepLogout(token: string): Promise<void> {
  // A browser hashes on https alone; elsewhere the server is told now or not at all.
  if (!isSecureContext) return void request(auth.logout).catch(() => {});
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const digest = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'));
  store([...unsent(), digest.join('')]);
}

/** Tells the server of the sessions that ended on this device; what it has answered is settled. */
export async function sendLogouts(): Promise<void> {
  for (const token_sha256 of unsent()) {
    try {
      await request(auth.endSession, { body: { token_sha256 } });
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      if (isBusy || isServerFailure(error)) return;
    }
    store(unsent().filter((other) => other !== token_sha256));
  }
}

function unsent(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function store(digests: readonly string[]): void {
  if (digests.length === 0) return localStorage.removeItem(storageKey);
  try {
    localStorage.setItem(storageKey, JSON.stringify(digests.slice(-mostKept)));
  } catch {
    // A full storage only costs the later try.
  }
}
