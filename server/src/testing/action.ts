import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { createRandom, pick } from '@lop-xanh/contract/testing/random';
import type { Db } from '../database/database.ts';
import type { SendOptions } from './school-client.ts';

/** One write by a user. With the same key it is resent until its outcome is certain. */
export interface Action<E extends Endpoint = Endpoint> {
  username: string;
  endpoint: E;
  options: SendOptions & { key: string };
  /** Called with the response that acknowledges the action. */
  onDone?: (response: ResponseOf<E>) => void;
  /** Whether the acknowledged write is in the database exactly once, or was undone by a later action. */
  isStored: (db: Db, response: ResponseOf<E>) => Promise<boolean>;
}

/** Checks an action against its endpoint's types, then widens it. */
export function defineAction<E extends Endpoint>(action: Action<E>): Action {
  return action as unknown as Action;
}

/** The random choices and idempotency keys of one seed. */
export class SeededRandom {
  readonly #seed: number;
  readonly next: () => number;
  #keyCount = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.next = createRandom(seed);
  }

  newKey(): string {
    return `s${this.#seed}n${++this.#keyCount}`;
  }

  /** Undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined {
    return pick(this.next, list);
  }

  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, rank: this.next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}
