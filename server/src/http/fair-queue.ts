import { AppError } from './app-error.ts';

interface Settings {
  /** How many jobs run at once. */
  atOnce: number;
  /** How many of those may be one caller's. */
  atOnceOfCaller?: number;
  /** How many jobs may wait, those in the background not counted. */
  waitingMax: number;
  /** What a refused caller is told in `Retry-After`. */
  retryAfterSeconds: number;
}

interface Job {
  start: () => Promise<void>;
  refuse: () => void;
}

/** The caller whose jobs are never refused, because nobody sits in front of them. */
export const background = Symbol('background');
export type Caller = string | typeof background;

/**
 * A bounded queue in which callers take turns. When it is full, the caller with the most waiting jobs
 * loses the newest of them, so that one caller's flood takes no place from the others.
 */
export class FairQueue {
  readonly #settings;
  /** The waiting jobs of each caller; the caller whose turn is next comes first. */
  readonly #waiting = new Map<Caller, Job[]>();
  /** How many jobs of each caller run; who has none is not in it. */
  readonly #runningOf = new Map<Caller, number>();
  #running = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get waiting(): number {
    const counts = [...this.#waiting].map(([caller, jobs]) =>
      caller === background ? 0 : jobs.length,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { waitingMax, retryAfterSeconds } = this.#settings;
      const jobs = this.#waiting.get(caller) ?? [];
      this.#waiting.set(caller, jobs);
      jobs.push({
        start: () => work().then(resolve, reject),
        refuse: () => reject(new AppError('too_busy', { retryAfterSeconds })),
      });
      this.#startNext();
      if (this.waiting > waitingMax) this.#refuseOne();
    });
  }

  #startNext(): void {
    if (this.#running >= this.#settings.atOnce) return;
    const next = this.#nextCaller();
    if (!next) return;
    const [caller, jobs] = next;
    const job = jobs.shift();
    this.#waiting.delete(caller);
    if (jobs.length > 0) this.#waiting.set(caller, jobs);
    this.#countRunning(caller, 1);
    void job?.start().finally(() => {
      this.#countRunning(caller, -1);
      this.#startNext();
    });
  }

  #nextCaller(): [Caller, Job[]] | undefined {
    const { atOnceOfCaller = Number.POSITIVE_INFINITY } = this.#settings;
    for (const entry of this.#waiting) {
      if ((this.#runningOf.get(entry[0]) ?? 0) < atOnceOfCaller) return entry;
    }
    return undefined;
  }

  #countRunning(caller: Caller, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningOf.get(caller) ?? 0) + change;
    if (running > 0) this.#runningOf.set(caller, running);
    else this.#runningOf.delete(caller);
  }

  #refuseOne(): void {
    const callers = [...this.#waiting].filter(([caller]) => caller !== background);
    const most = Math.max(...callers.map(([, jobs]) => jobs.length));
    const [caller, jobs] = callers.findLast(([, jobs]) => jobs.length === most) ?? [];
    jobs?.pop()?.refuse();
    if (caller && jobs?.length === 0) this.#waiting.delete(caller);
  }
}
