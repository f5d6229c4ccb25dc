interface QueueOptions {
  maxRunning: number;
  maxRunningPerCaller?: number;
  /** A caller with more jobs than this waiting runs one at a time, and pauses after each for as long as it took. */
  floodSize?: number;
  /** Background jobs are not counted. */
  maxWaiting: number;
  /** A job that has not started by then is rejected. */
  maxWaitMs?: number;
  /** What a rejected caller gets. */
  createError: () => Error;
}

interface Job {
  start: () => Promise<void>;
  reject: () => void;
}

/** The caller of background jobs, which are never rejected because nobody could retry them. */
export const background = Symbol('background');
export type Caller = string | typeof background;

/**
 * A bounded queue in which callers take turns. When it is full, the caller with the most waiting jobs
 * loses its newest one, so that a flood by one caller does not push out the others.
 */
export class FairQueue {
  readonly #options;
  /** The waiting jobs of each caller; the caller whose turn is next comes first. */
  readonly #waiting = new Map<Caller, Job[]>();
  /** Callers without running jobs are left out. */
  readonly #runningByCaller = new Map<Caller, number>();
  #running = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    const counts = [...this.#waiting].map(([caller, jobs]) =>
      caller === background ? 0 : jobs.length,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { maxWaiting, maxWaitMs, createError } = this.#options;
      const jobs = this.#waiting.get(caller) ?? [];
      this.#waiting.set(caller, jobs);
      let timer: NodeJS.Timeout | undefined;
      const job: Job = {
        start: async () => {
          clearTimeout(timer);
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
        },
        reject: () => {
          clearTimeout(timer);
          reject(createError());
        },
      };
      if (maxWaitMs !== undefined) timer = setTimeout(() => this.#reject(caller, job), maxWaitMs);
      jobs.push(job);
      this.#startNext();
      if (this.waiting > maxWaiting) this.#rejectOne();
    });
  }

  #startNext(): void {
    while (this.#running < this.#options.maxRunning) {
      const next = this.#nextCaller();
      if (!next) return;
      const [caller, jobs] = next;
      const job = jobs.shift();
      this.#waiting.delete(caller);
      if (jobs.length > 0) this.#waiting.set(caller, jobs);
      this.#countRunning(caller, 1);
      const startedAt = performance.now();
      const leave = () => {
        this.#countRunning(caller, -1);
        this.#startNext();
      };
      void job?.start().finally(() => {
        if (this.#isFlood(caller)) setTimeout(leave, performance.now() - startedAt);
        else leave();
      });
    }
  }

  #nextCaller(): [Caller, Job[]] | undefined {
    const { maxRunningPerCaller = Number.POSITIVE_INFINITY } = this.#options;
    for (const entry of this.#waiting) {
      const [caller] = entry;
      const maxRunning = this.#isFlood(caller) ? 1 : maxRunningPerCaller;
      if ((this.#runningByCaller.get(caller) ?? 0) < maxRunning) return entry;
    }
    return undefined;
  }

  #isFlood(caller: Caller): boolean {
    const { floodSize = Number.POSITIVE_INFINITY } = this.#options;
    return (this.#waiting.get(caller)?.length ?? 0) > floodSize;
  }

  #countRunning(caller: Caller, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningByCaller.get(caller) ?? 0) + change;
    if (running > 0) this.#runningByCaller.set(caller, running);
    else this.#runningByCaller.delete(caller);
  }

  #rejectOne(): void {
    const callers = [...this.#waiting].filter(([caller]) => caller !== background);
    const most = Math.max(...callers.map(([, jobs]) => jobs.length));
    const [caller, jobs] = callers.findLast(([, jobs]) => jobs.length === most) ?? [];
    const newest = jobs?.at(-1);
    if (caller && newest) this.#reject(caller, newest);
  }

  #reject(caller: Caller, job: Job): void {
    const jobs = this.#waiting.get(caller) ?? [];
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) this.#waiting.delete(caller);
    job.reject();
  }
}
