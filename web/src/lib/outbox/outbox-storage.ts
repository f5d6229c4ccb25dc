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

/** What the server answered to an act, for those that still speak of it as of something unsent. */
interface Answered {
  readonly seq: number;
  readonly user: number;
  readonly feature: string;
  readonly answer: unknown;
  /** The act itself, until a page has taken its answer over into what it shows. */
  readonly unseen?: Waiting;
}

/** What an answer means for an act behind it. */
type Follow = (later: unknown, seq: number, answer: unknown) => unknown;

interface Schema extends DBSchema {
  outbox: { key: number; value: Waiting; indexes: { user: number } };
  answered: { key: number; value: Answered; indexes: { user: number } };
}

/** More than anybody leaves open in an editor or a question. */
const answersKept = 100;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database() {
  opened ??= openDB<Schema>('lop-xanh', 2, {
    upgrade(db, from) {
      if (from < 1) {
        const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        outbox.createIndex('user', 'user');
      }
      db.createObjectStore('answered', { keyPath: 'seq' }).createIndex('user', 'user');
    },
    // A tab with a newer version waits for this one to let go.
    blocking(_current, _blocked, event) {
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

/** In the order in which they were done; files come along. */
export async function waitingOf(user: number): Promise<Waiting[]> {
  return (await database()).getAllFromIndex('outbox', 'user', user);
}

/** Adds an act; what it speaks of may have been answered while its author was still at it. */
export async function add(waiting: Omit<Waiting, 'seq'>, follow: Follow): Promise<number> {
  const transaction = (await database()).transaction(['outbox', 'answered'], 'readwrite');
  const answered = await transaction.objectStore('answered').index('user').getAll(waiting.user);
  const act = answered
    .filter(({ feature }) => feature === waiting.feature)
    .reduce((later, { seq, answer }) => follow(later, seq, answer), waiting.act);
  const seq = await transaction.objectStore('outbox').add({ ...waiting, act } as Waiting);
  await transaction.done;
  return seq;
}

export async function replace(waiting: Waiting): Promise<void> {
  await (await database()).put('outbox', waiting);
}

export async function remove(seq: number): Promise<void> {
  await (await database()).delete('outbox', seq);
}

/** Takes one out with its answer and changes those behind it, all or nothing. */
export async function settle(settled: Waiting, answer: unknown, follow: Follow): Promise<void> {
  const { seq, user, feature } = settled;
  const transaction = (await database()).transaction(['outbox', 'answered'], 'readwrite');
  const outbox = transaction.objectStore('outbox');
  const answered = transaction.objectStore('answered');
  await outbox.delete(seq);
  for (const later of await outbox.index('user').getAll(user)) {
    if (later.feature === feature && later.seq > seq) {
      await outbox.put({ ...later, act: follow(later.act, seq, answer) });
    }
  }
  // Its words and numbers alone: the server has the files, and a phone may have no room for them twice.
  const unseen: Waiting = JSON.parse(JSON.stringify(settled));
  await answered.put({ seq, user, feature, answer, unseen });
  const kept = await answered.getAllKeys();
  for (const old of kept.slice(0, -answersKept)) await answered.delete(old);
  await transaction.done;
}

/** Acts whose page was left in the very moment of their answer. */
export async function unseenOf(user: number): Promise<{ act: Waiting; answer: unknown }[]> {
  const answered = await (await database()).getAllFromIndex('answered', 'user', user);
  return answered.flatMap(({ unseen, answer }) => (unseen ? [{ act: unseen, answer }] : []));
}

/** The answer to this act is shown; from now on only later acts need it. */
export async function see(seq: number): Promise<void> {
  const store = (await database()).transaction('answered', 'readwrite').store;
  const found = await store.get(seq);
  if (!found) return;
  const { unseen: _, ...seen } = found;
  await store.put(seen);
}

export async function clear(user: number): Promise<void> {
  const transaction = (await database()).transaction(['outbox', 'answered'], 'readwrite');
  for (const name of ['outbox', 'answered'] as const) {
    const store = transaction.objectStore(name);
    for (const seq of await store.index('user').getAllKeys(user)) await store.delete(seq);
  }
  await transaction.done;
}
