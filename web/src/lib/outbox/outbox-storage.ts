import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { renameActField } from './rename-act-field.ts';

/** An action of a user that the server does not have yet. */
export interface OutboxEntry<Action = unknown> {
  /** Orders the actions of this device. */
  readonly seq: number;
  readonly user: number;
  readonly feature: string;
  readonly action: Action;
  /** The Idempotency-Key of every attempt. */
  readonly key: string;
  readonly at: string;
  /** Not sent before this moment, in milliseconds; until then the user can withdraw the action. */
  readonly notBefore?: number;
  /**
   * The server's message if it rejected the action; kept until the user dismisses the entry. The
   * name is stored on devices; the rest of the app reads it as `rejectionMessage`.
   */
  readonly refusal?: string;
}

/** A response, kept for later actions that still refer to something as unsent. */
interface StoredResponse {
  readonly seq: number;
  readonly user: number;
  readonly feature: string;
  /** The response; the name is stored on devices. */
  readonly answer: unknown;
  /** The entry itself, until a page has shown its response. */
  readonly unseen?: OutboxEntry;
}

/** Updates a later action of the same feature with the response to an earlier one. */
type RebaseLaterAction = (later: unknown, seq: number, response: unknown) => unknown;

interface Schema extends DBSchema {
  outbox: { key: number; value: OutboxEntry; indexes: { user: number } };
  answered: { key: number; value: StoredResponse; indexes: { user: number } };
}

/** More than anybody leaves open in editors and dialogs. */
const maxStoredResponses = 100;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function openDatabase() {
  opened ??= openDB<Schema>('lop-xanh', 3, {
    async upgrade(db, oldVersion, _newVersion, transaction) {
      if (oldVersion < 1) {
        const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        outbox.createIndex('user', 'user');
      }
      if (oldVersion < 2) {
        db.createObjectStore('answered', { keyPath: 'seq' }).createIndex('user', 'user');
      }
      const outbox = transaction.objectStore('outbox');
      for (const entry of await outbox.getAll()) await outbox.put(renameActField(entry));
      const responses = transaction.objectStore('answered');
      for (const { unseen, ...response } of await responses.getAll()) {
        await responses.put(unseen ? { ...response, unseen: renameActField(unseen) } : response);
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

/** The user's entries in their order, with their files. */
export async function listEntries(user: number): Promise<OutboxEntry[]> {
  return (await openDatabase()).getAllFromIndex('outbox', 'user', user);
}

/** Adds an entry. Responses that arrived while the user was still writing are applied to it first. */
export async function addEntry(
  entry: Omit<OutboxEntry, 'seq'>,
  rebaseLaterAction: RebaseLaterAction,
): Promise<number> {
  const transaction = (await openDatabase()).transaction(['outbox', 'answered'], 'readwrite');
  const responses = await transaction.objectStore('answered').index('user').getAll(entry.user);
  const action = responses
    .filter(({ feature }) => feature === entry.feature)
    .reduce((later, { seq, answer }) => rebaseLaterAction(later, seq, answer), entry.action);
  const seq = await transaction.objectStore('outbox').add({ ...entry, action } as OutboxEntry);
  await transaction.done;
  return seq;
}

export async function replaceEntry(entry: OutboxEntry): Promise<void> {
  await (await openDatabase()).put('outbox', entry);
}

/** Whether an entry may be sent. A clock that was set back must not delay it further. */
export function isDue({ at, notBefore = 0 }: OutboxEntry, now: number): boolean {
  return now >= notBefore || now < Date.parse(at);
}

/** Deletes an entry that cannot be on its way to the server yet; returns whether it was one. */
export async function withdrawEntry(seq: number): Promise<boolean> {
  const transaction = (await openDatabase()).transaction('outbox', 'readwrite');
  const entry = await transaction.store.get(seq);
  const isWithdrawn = entry !== undefined && !isDue(entry, Date.now());
  if (isWithdrawn) await transaction.store.delete(seq);
  await transaction.done;
  return isWithdrawn;
}

export async function deleteEntry(seq: number): Promise<void> {
  await (await openDatabase()).delete('outbox', seq);
}

/** Replaces an entry by its response and updates the entries behind it, all in one transaction. */
export async function completeEntry(
  entry: OutboxEntry,
  response: unknown,
  rebaseLaterAction: RebaseLaterAction,
): Promise<void> {
  const { seq, user, feature } = entry;
  const transaction = (await openDatabase()).transaction(['outbox', 'answered'], 'readwrite');
  const outbox = transaction.objectStore('outbox');
  const responses = transaction.objectStore('answered');
  await outbox.delete(seq);
  for (const later of await outbox.index('user').getAll(user)) {
    if (later.feature === feature && later.seq > seq) {
      await outbox.put({ ...later, action: rebaseLaterAction(later.action, seq, response) });
    }
  }
  // Without its files: the server has them, and a phone may not have room for them twice.
  const unseen: OutboxEntry = JSON.parse(JSON.stringify(entry));
  await responses.put({ seq, user, feature, answer: response, unseen });
  const seqs = await responses.getAllKeys();
  for (const oldSeq of seqs.slice(0, -maxStoredResponses)) await responses.delete(oldSeq);
  await transaction.done;
}

/** Entries whose page was closed at the very moment of their response. */
export async function listUnseenResponses(
  user: number,
): Promise<{ entry: OutboxEntry; response: unknown }[]> {
  const responses = await (await openDatabase()).getAllFromIndex('answered', 'user', user);
  return responses.flatMap(({ unseen, answer }) =>
    unseen ? [{ entry: unseen, response: answer }] : [],
  );
}

/** The response has been shown; from now on only later actions need it. */
export async function markResponseSeen(seq: number): Promise<void> {
  const store = (await openDatabase()).transaction('answered', 'readwrite').store;
  const found = await store.get(seq);
  if (!found) return;
  const { unseen: _, ...seen } = found;
  await store.put(seen);
}

export async function clearEntries(user: number): Promise<void> {
  const transaction = (await openDatabase()).transaction(['outbox', 'answered'], 'readwrite');
  for (const name of ['outbox', 'answered'] as const) {
    const store = transaction.objectStore(name);
    for (const seq of await store.index('user').getAllKeys(user)) await store.delete(seq);
  }
  await transaction.done;
}
