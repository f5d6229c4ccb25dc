import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Something that a person did and that the server does not have yet. */
export interface Waiting<Act = unknown> {
  /** Its place in the order of this device. */
  readonly seq: number;
  readonly user: number;
  readonly feature: string;
  readonly act: Act;
  /** The Idempotency-Key of every try. */
  readonly key: string;
  readonly at: string;
  /** The server's words if it refused, until its author has read them. */
  readonly refusal?: string;
}

interface Schema extends DBSchema {
  outbox: { key: number; value: Waiting; indexes: { user: number } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database() {
  opened ??= openDB<Schema>('lop-xanh', 1, {
    upgrade(db) {
      const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('user', 'user');
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/** In the order in which they were done; files come along. */
export async function waitingOf(user: number): Promise<Waiting[]> {
  return (await database()).getAllFromIndex('outbox', 'user', user);
}

export async function add(waiting: Omit<Waiting, 'seq'>): Promise<number> {
  return (await database()).add('outbox', waiting as Waiting);
}

export async function replace(waiting: Waiting): Promise<void> {
  await (await database()).put('outbox', waiting);
}

export async function remove(seq: number): Promise<void> {
  await (await database()).delete('outbox', seq);
}

/** Takes one out and changes those behind it, both or neither. */
export async function settle(
  { seq, user, feature }: Waiting,
  change: (act: unknown) => unknown,
): Promise<void> {
  const transaction = (await database()).transaction('outbox', 'readwrite');
  await transaction.store.delete(seq);
  for (const later of await transaction.store.index('user').getAll(user)) {
    if (later.feature === feature && later.seq > seq) {
      await transaction.store.put({ ...later, act: change(later.act) });
    }
  }
  await transaction.done;
}

export async function clear(user: number): Promise<void> {
  const transaction = (await database()).transaction('outbox', 'readwrite');
  for (const seq of await transaction.store.index('user').getAllKeys(user)) {
    await transaction.store.delete(seq);
  }
  await transaction.done;
}
