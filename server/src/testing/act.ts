import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { Db } from '../database/database.ts';
import type { Sent } from './school-calls.ts';
import { seeded } from './seeded.ts';

/** One thing that somebody does. Under its key it can be sent again until its answer is certain. */
export interface Act<E extends Endpoint = Endpoint> {
  who: string;
  endpoint: E;
  sent: Sent & { key: string };
  /** Called with the answer that acknowledges it. */
  onDone?: (answer: ResponseOf<E>) => void;
  /** Whether what was acknowledged is in the database, once, or undone by a later act. */
  isThere: (db: Db, answer: ResponseOf<E>) => Promise<boolean>;
}

/** A thing to do, under a key of its own. */
export function anAct<E extends Endpoint>(act: Act<E>): Act {
  return act as unknown as Act;
}

/** What a seed chooses, in one order for all acts, and the keys under which they are sent. */
export class Chance {
  readonly #seed: number;
  readonly next: () => number;
  #number = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.next = seeded(seed);
  }

  newKey(): string {
    return `s${this.#seed}n${++this.#number}`;
  }

  oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, place: this.next() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ one }) => one);
  }
}
