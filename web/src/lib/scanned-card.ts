import { parseUrl } from '@lop-xanh/contract/rules/urls';
import { useSyncExternalStore } from 'react';
import { paths } from './paths.ts';

const secretPattern = /^[\w-]{22}$/;

/** The secret of the card that was scanned last. It is kept in memory only. */
let secret: string | null = null;
const listeners = new Set<() => void>();

export function useScannedCard(): string | null {
  return useSyncExternalStore(subscribe, () => secret);
}

/** Null forgets the card. */
export function setScannedCard(scanned: string | null): void {
  secret = scanned;
  for (const listener of listeners) listener();
}

/** The secret in the address of a card, or null if this is not one. */
export function readCardSecret(address: string): string | null {
  const url = parseUrl(address);
  const fragment = url?.hash.slice(1) ?? '';
  return url?.pathname === paths.card && secretPattern.test(fragment) ? fragment : null;
}

/** Leaves no trace of the secret: not in the address, the history or a bookmark. */
function takeFromAddress(): void {
  if (location.pathname !== paths.card || location.hash === '') return;
  setScannedCard(readCardSecret(location.href));
  history.replaceState(history.state, '', location.pathname);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

takeFromAddress();
// A second card, scanned while the page is open. The router listens later, so it never sees the secret.
window.addEventListener('popstate', takeFromAddress);
