import { useSyncExternalStore } from 'react';
import { isSiteDataBlocked } from './site-data.ts';

const storageKey = 'token';
const renewalKey = 'token-renewal';

/** Why there is nobody: the user left, a token ran out, or the server refused or could not give the profile. */
type End = 'logout' | 'expired' | 'refused' | 'failed';

export interface Session {
  readonly token: string | null;
  /** Grows when another account, or nobody, takes over; a renewed token keeps it. */
  readonly generation: number;
  /** True from a login on this page until its landing. */
  readonly isFresh: boolean;
  readonly end: End | null;
}

/** Hears who logs in; null when the user of this device is gone. */
type AccountListener = (username: string | null) => void;

const firstToken = isSiteDataBlocked ? null : storedToken();
let current: Session = { token: firstToken, generation: 0, isFresh: false, end: null };
const listeners = new Set<() => void>();
const accountListeners = new Set<AccountListener>();

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => current);
}

export function currentToken(): string | null {
  return current.token;
}

/** Hears when an account comes or goes in this tab; the others follow by themselves. */
export function onAccountChange(listener: AccountListener): void {
  accountListeners.add(listener);
}

export function beginSession(token: string, username: string): void {
  for (const listener of accountListeners) listener(username);
  localStorage.setItem(storageKey, token);
  handOver({ token, isFresh: true, end: null });
}

export function settleSession(): void {
  become({ ...current, isFresh: false });
}

/** The same account goes on with a fresh token, so that nothing on the screen is dropped, in any tab. */
export function renewSession(token: string): void {
  // The other tabs hear this before they see the token, which they would take for another account's.
  localStorage.setItem(renewalKey, JSON.stringify({ from: current.token, to: token }));
  localStorage.removeItem(renewalKey);
  localStorage.setItem(storageKey, token);
  become({ ...current, token });
}

/** Ends the session of this token, unless a newer one has taken its place, in any tab. */
export function endSession(token: string | null, end: End): void {
  if (token === null || storedToken() !== token) return;
  localStorage.removeItem(storageKey);
  // A server that fails has not said that the user is gone.
  if (end !== 'failed') for (const listener of accountListeners) listener(null);
  handOver({ token: null, isFresh: false, end });
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === renewalKey && newValue !== null) {
    const { from, to } = JSON.parse(newValue) as { from: string; to: string };
    if (from === current.token) become({ ...current, token: to });
    return;
  }
  const isOurs = key === storageKey || key === null;
  const token = storedToken();
  if (!isOurs || token === current.token) return;
  handOver({ token, isFresh: false, end: token === null ? 'logout' : null });
});

function storedToken(): string | null {
  return localStorage.getItem(storageKey);
}

function handOver(next: Omit<Session, 'generation'>): void {
  become({ ...next, generation: current.generation + 1 });
}

function become(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
