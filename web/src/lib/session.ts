import { useSyncExternalStore } from 'react';
import { isSiteDataBlocked } from './site-data.ts';

const storageKey = 'token';
const renewalKey = 'token-renewal';

/** 'rejected': the server rejected the request for the profile. */
type EndReason = 'logout' | 'expired' | 'rejected';

export interface Session {
  readonly token: string | null;
  /** Grows with every login and logout, but not when the token is renewed. */
  readonly generation: number;
  /** True from a login in this tab until the redirect that follows it. */
  readonly isFresh: boolean;
  readonly end: EndReason | null;
}

/** Called with the username at a login if it is known, and with null when the device's user is gone. */
type AccountListener = (username: string | null) => void;

const firstToken = isSiteDataBlocked ? null : storedToken();
let current: Session = { token: firstToken, generation: 0, isFresh: false, end: null };
const listeners = new Set<() => void>();
const accountListeners = new Set<AccountListener>();

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, getSession);
}

const getSession = () => current;

export function currentToken(): string | null {
  return current.token;
}

/** See `Session`. */
export function currentGeneration(): number {
  return current.generation;
}

/** Whether the session of this token goes on, in every tab. */
export function isSessionOf(token: string | null): boolean {
  return token !== null && token === current.token && token === storedToken();
}

/** Listens for logins and logouts in this tab; other tabs notice by themselves. */
export function onAccountChange(listener: AccountListener): void {
  accountListeners.add(listener);
}

export function beginSession(token: string, username: string | null): void {
  for (const listener of accountListeners) listener(username);
  localStorage.setItem(storageKey, token);
  startGeneration({ token, isFresh: true, end: null });
}

export function completeLogin(): void {
  setSession({ ...current, isFresh: false });
}

/** Replaces the token of the same user, so that no tab drops its state. */
export function renewSession(token: string): void {
  // Other tabs must see this before the new token, or they would take it for another user's.
  localStorage.setItem(renewalKey, JSON.stringify({ from: current.token, to: token }));
  localStorage.removeItem(renewalKey);
  localStorage.setItem(storageKey, token);
  setSession({ ...current, token });
}

/** Drops everything this tab holds in memory; the user stays logged in. */
export function restartSession(): void {
  startGeneration(current);
}

/** Ends the session of this token, unless a newer one has replaced it in any tab. */
export function endSession(token: string | null, end: EndReason): void {
  if (token === null || storedToken() !== token) return;
  localStorage.removeItem(storageKey);
  for (const listener of accountListeners) listener(null);
  startGeneration({ token: null, isFresh: false, end });
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === renewalKey && newValue !== null) {
    const { from, to } = JSON.parse(newValue) as { from: string; to: string };
    if (from === current.token) setSession({ ...current, token: to });
    return;
  }
  const isOurs = key === storageKey || key === null;
  const token = storedToken();
  if (!isOurs || token === current.token) return;
  startGeneration({ token, isFresh: false, end: token === null ? 'logout' : null });
});

function storedToken(): string | null {
  return localStorage.getItem(storageKey);
}

function startGeneration(next: Omit<Session, 'generation'>): void {
  setSession({ ...next, generation: current.generation + 1 });
}

function setSession(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
