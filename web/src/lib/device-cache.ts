import { clearEntries } from './persisted-entries.ts';
import { isSessionOf, onAccountChange } from './session.ts';

const profileKey = 'profile';
/** Where earlier versions kept what is in the database now. */
const formerKeys = ['posts', 'classes'];

/** The profile is read before the first render, which a database cannot do. */
export function readStoredProfile(): unknown {
  try {
    return JSON.parse(localStorage.getItem(profileKey) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes nothing if the session of `token`, which loaded the profile, has ended meanwhile. */
export function storeProfile(profile: unknown, token: string | null): void {
  if (!isSessionOf(token)) return;
  try {
    localStorage.setItem(profileKey, JSON.stringify(profile));
  } catch {
    // A full storage only costs the offline view.
  }
}

/** What the former keys hold, by the names of its queries; it is deleted from there. */
export function takeFormerEntries(): Record<string, unknown> {
  const found = formerKeys.map((key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    } catch {
      return {};
    }
  });
  for (const key of formerKeys) localStorage.removeItem(key);
  return Object.assign({}, ...found);
}

onAccountChange((username) => {
  const owner = (readStoredProfile() as { username?: string } | null)?.username;
  if (username !== null && owner?.toLowerCase() === username.toLowerCase()) return;
  localStorage.removeItem(profileKey);
  clearEntries();
});
