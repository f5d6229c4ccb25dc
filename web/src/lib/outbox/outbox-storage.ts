import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { NewEntry, OutboxEntry, OutboxState, StoredResponse } from './outbox-state.ts';
import { upgradeEntry } from './upgrade-entry.ts';

type ChangeState = (state: OutboxState) => OutboxState;

/** Where the outboxes of a device are stored. */
export interface OutboxStorage {
  read: (user: number) => Promise<OutboxState>;
  /** Changes what is stored for a user in one transaction. */
  change: (user: number, change: ChangeState) => Promise<OutboxState>;
  /** The same, after adding the entry as the last one. */
  add: (entry: NewEntry, change: ChangeState) => Promise<OutboxState>;
}

interface Schema extends DBSchema {
  outbox: { key: number; value: OutboxEntry; indexes: { user: number } };
  answered: { key: number; value: StoredResponse; indexes: { user: number } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function openDatabase() {
  opened ??= openDB<Schema>('lop-xanh', 4, {
    async upgrade(db, oldVersion, _newVersion, transaction) {
      if (oldVersion < 1) {
        const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        outbox.createIndex('user', 'user');
      }
      if (oldVersion < 2) {
        db.createObjectStore('answered', { keyPath: 'seq' }).createIndex('user', 'user');
      }
      const outbox = transaction.objectStore('outbox');
      for (const entry of await outbox.getAll()) await outbox.put(upgradeEntry(entry));
      const responses = transaction.objectStore('answered');
      for (const { unseen, ...response } of await responses.getAll()) {
        await responses.put(unseen ? { ...response, unseen: upgradeEntry(unseen) } : response);
      }
    },
    // A tab with a newer version waits until this one closes its connection.
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

/** The storage of this browser, which all tabs share. */
export const outboxStorage: OutboxStorage = {
  async read(user) {
    const transaction = (await openDatabase()).transaction(['outbox', 'answered']);
    const [entries, responses] = await Promise.all([
      transaction.objectStore('outbox').index('user').getAll(user),
      transaction.objectStore('answered').index('user').getAll(user),
    ]);
    return { entries, responses };
  },
  change: (user, change) => changeStored(user, change),
  add: (entry, change) => changeStored(entry.user, change, entry),
};

async function changeStored(
  user: number,
  change: ChangeState,
  added?: NewEntry,
): Promise<OutboxState> {
  const transaction = (await openDatabase()).transaction(['outbox', 'answered'], 'readwrite');
  const outbox = transaction.objectStore('outbox');
  const responses = transaction.objectStore('answered');
  try {
    // The store numbers it.
    if (added) await outbox.add(added as OutboxEntry);
    const before: OutboxState = {
      entries: await outbox.index('user').getAll(user),
      responses: await responses.index('user').getAll(user),
    };
    const after = change(before);
    await writeChanges(outbox, before.entries, after.entries);
    await writeChanges(responses, before.responses, after.responses);
    await transaction.done;
    return after;
  } catch (error) {
    await abort(transaction);
    throw error;
  }
}

/** What was written so far must not stay. */
async function abort(transaction: { abort: () => void; done: Promise<void> }): Promise<void> {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
  await transaction.done.catch(() => {});
}

async function writeChanges<Name extends 'outbox' | 'answered'>(
  store: IDBPObjectStore<Schema, ('outbox' | 'answered')[], Name, 'readwrite'>,
  before: readonly Schema[Name]['value'][],
  after: readonly Schema[Name]['value'][],
): Promise<void> {
  const kept = new Set(after.map(({ seq }) => seq));
  for (const { seq } of before) if (!kept.has(seq)) await store.delete(seq);
  const former = new Set(before);
  for (const value of after) if (!former.has(value)) await store.put(value);
}

/** How many actions a user has not sent yet. */
export async function countEntries(user: number): Promise<number> {
  return (await openDatabase()).countFromIndex('outbox', 'user', user);
}

export async function clearEntries(user: number): Promise<void> {
  await outboxStorage.change(user, () => ({ entries: [], responses: [] }));
}
