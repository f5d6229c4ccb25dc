import { currentToken, onAccountChange } from './session.ts';

/** What this device caches for its user, so that the app opens offline. */
const keys = ['profile', 'posts', 'classes'] as const;
type Key = (typeof keys)[number];

export function readDeviceCache(key: Key): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes nothing if the session of `token`, which loaded the value, has ended meanwhile. */
export function writeDeviceCache(key: Key, value: unknown, token: string | null): void {
  if (token === null || token !== currentToken()) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full storage only costs the offline view.
  }
}

export function deleteDeviceCache(key: Key): void {
  localStorage.removeItem(key);
}

onAccountChange((username) => {
  // After a server failure the cache stays for the next login of the same user.
  const owner = (readDeviceCache('profile') as { username?: string } | null)?.username;
  if (username !== null && owner?.toLowerCase() === username.toLowerCase()) return;
  for (const key of keys) localStorage.removeItem(key);
});
