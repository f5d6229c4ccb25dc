import { AppError } from './app-error.ts';

interface Settings {
  /** How many jobs run at once. */
  atOnce: number;
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
    const [next] = this.#waiting;
    if (!next || this.#running >= this.#settings.atOnce) return;
    const [caller, jobs] = next;
    const job = jobs.shift();
    this.#waiting.delete(caller);
    if (jobs.length > 0) this.#waiting.set(caller, jobs);
    this.#running++;
    void job?.start().finally(() => {
      this.#running--;
      this.#startNext();
    });
  }

  #refuseOne(): void {
    const callers = [...this.#waiting].filter(([caller]) => caller !== background);
    const most = Math.max(...callers.map(([, jobs]) => jobs.length));
    const [caller, jobs] = callers.findLast(([, jobs]) => jobs.length === most) ?? [];
    jobs?.pop()?.refuse();
    if (caller && jobs?.length === 0) this.#waiting.delete(caller);
  }
}
