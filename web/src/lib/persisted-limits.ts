/** The data of a query that is kept on the device. */
export interface PersistedEntry {
  /** The joined key of the query. */
  readonly name: string;
  readonly user: number;
  /** As JSON, which is parsed only when a page needs it. */
  readonly text: string;
  /** When the server sent it, in milliseconds. */
  readonly updatedAt: number;
}

/** As long as a session lasts without being used. */
const maxAgeMs = 30 * 24 * 3_600_000;
/** A year of lessons, a class with its attendance and some lists take less than a quarter of it. */
export const maxTotalLength = 4_000_000;

/** The user's own entries, the newest first, as far as there is room for them. */
export function keepWithinLimits(
  entries: readonly PersistedEntry[],
  { user, now }: { user: number; now: number },
): { kept: PersistedEntry[]; dropped: PersistedEntry[] } {
  let length = 0;
  const kept = entries
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .filter((entry) => {
      if (entry.user !== user || now - entry.updatedAt > maxAgeMs) return false;
      if (length + entry.text.length > maxTotalLength) return false;
      length += entry.text.length;
      return true;
    });
  const isKept = new Set(kept);
  return { kept, dropped: entries.filter((entry) => !isKept.has(entry)) };
}
