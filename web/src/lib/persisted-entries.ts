import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { keepWithinLimits, type PersistedEntry } from './persisted-limits.ts';
import { lessonPicturesCache } from './picture-cache.ts';
import { isSessionOf } from './session.ts';

interface Schema extends DBSchema {
  entries: { key: string; value: PersistedEntry };
}

/** A browser that does not open the database must not keep the app from opening. */
const loadTimeoutMs = 1_000;

/** In memory too, because a query needs its first data in the render that creates it. */
const entries = new Map<string, PersistedEntry>();

let opened: Promise<IDBPDatabase<Schema>> | undefined;

let loading: Promise<unknown> = Promise.resolve();
/** How often everything has been deleted. */
let clearings = 0;

function openDatabase() {
  opened ??= openDB<Schema>('lop-xanh-reading', 1, {
    upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'name' }),
    blocking(_currentVersion, _blockedVersion, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Reads what the device keeps for this user, and deletes everything else. */
export async function loadEntries(user: number): Promise<void> {
  const load = async () => {
    const before = clearings;
    const found = await (await openDatabase()).getAll('entries');
    // The next user must not find them in memory.
    if (clearings !== before) return;
    const { kept, dropped } = keepWithinLimits(found, { user, now: Date.now() });
    // What this session has fetched meanwhile is newer.
    for (const entry of kept) if (!entries.has(entry.name)) entries.set(entry.name, entry);
    await change({ put: [], remove: dropped });
  };
  loading = load().catch(() => undefined);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, loadTimeoutMs))]);
}

/** Resolves once the device has read everything, which may take longer than `loadEntries` waits. */
export async function whenEntriesLoaded(): Promise<void> {
  await loading;
}

export function getEntry(name: string): PersistedEntry | undefined {
  return entries.get(name);
}

export function listEntries(): PersistedEntry[] {
  return [...entries.values()];
}

/** Writes nothing if the session of `token`, which loaded the data, has ended in any tab meanwhile. */
export function putEntries(put: readonly PersistedEntry[], token: string | null): void {
  const [first] = put;
  if (!first || !isSessionOf(token)) return;
  for (const entry of put) entries.set(entry.name, entry);
  const owner = { user: first.user, now: Date.now() };
  const { dropped } = keepWithinLimits([...entries.values()], owner);
  for (const { name } of dropped) entries.delete(name);
  // A full device only costs the offline view.
  change({ put, remove: dropped }).catch(() => undefined);
}

interface Change {
  put: readonly PersistedEntry[];
  remove: readonly PersistedEntry[];
}

async function change({ put, remove }: Change): Promise<void> {
  const transaction = (await openDatabase()).transaction('entries', 'readwrite');
  for (const entry of put) void transaction.store.put(entry);
  for (const { name } of remove) void transaction.store.delete(name);
  await transaction.done;
}

/** Deletes everything, whoever it belongs to. */
export function clearEntries(): void {
  entries.clear();
  clearings++;
  openDatabase()
    .then((db) => db.clear('entries'))
    .catch(() => undefined);
  // Missing without https.
  if ('caches' in window) caches.delete(lessonPicturesCache).catch(() => undefined);
}
