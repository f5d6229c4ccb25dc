import { currentToken, onAccountChange } from './session.ts';

/** What this device remembers of its user, so that the app opens without a network. */
const names = ['profile', 'posts', 'classes'] as const;
type Name = (typeof names)[number];

export function recall(name: Name): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Nothing is written for one who has left in the meantime: `token` is the one that asked. */
export function remember(name: Name, value: unknown, token: string | null): void {
  if (token === null || token !== currentToken()) return;
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full storage only costs the offline view.
  }
}

onAccountChange((username) => {
  // A session that ended by a fault leaves this to the next login, if it is the same user's.
  const owner = (recall('profile') as { username?: string } | null)?.username;
  if (username !== null && owner?.toLowerCase() === username.toLowerCase()) return;
  for (const name of names) localStorage.removeItem(name);
});
