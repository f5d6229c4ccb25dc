import { type Call, findUnexplainedCall, type Operation, type Value } from './linearizability.ts';

interface RecordedCall extends Call {
  client: string;
}

/** Undefined: nothing is known of the outcome. */
type Outcome = Operation | undefined;

const isWrite = ({ operation: { kind }, isCertain }: Call) =>
  isCertain && kind !== 'read' && kind !== 'mismatch';

/** Every call of every client, by the key of what it read or changed. */
export class History {
  readonly #calls = new Map<string, RecordedCall[]>();
  readonly #initial = new Map<string, Value>();

  addKey(key: string, initial: Value): void {
    this.#calls.set(key, []);
    this.#initial.set(key, initial);
  }

  get keys(): string[] {
    return [...this.#calls.keys()];
  }

  /**
   * Records a call. `work` returns what it has certainly done, 'nothing' if certainly nothing, or undefined
   * without a certain outcome; then it may have done `attempted`, which is undefined for a read.
   */
  async record(
    client: string,
    key: string,
    attempted: Outcome,
    work: () => Promise<Outcome | 'nothing'>,
  ): Promise<Outcome | 'nothing'> {
    const startedAt = performance.now();
    const outcome = await work();
    if (outcome === 'nothing') return outcome;
    const operation = outcome ?? attempted;
    if (!operation) return outcome;
    const isCertain = outcome !== undefined;
    const endedAt = isCertain ? performance.now() : Number.POSITIVE_INFINITY;
    this.#calls.get(key)?.push({ client, operation, startedAt, endedAt, isCertain });
    return outcome;
  }

  get #all(): RecordedCall[] {
    return [...this.#calls.values()].flat();
  }

  get counts() {
    const calls = this.#all;
    const count = (list: unknown[]) => list.length;
    return {
      keys: this.#calls.size,
      calls: calls.length,
      writes: count(calls.filter(isWrite)),
      uncertain: count(calls.filter(({ isCertain }) => !isCertain)),
    };
  }

  /** When the first write ended that was started after this moment. */
  findWriteSince(moment: number): number | undefined {
    const ends = this.#all
      .filter((call) => isWrite(call) && call.startedAt >= moment)
      .map(({ endedAt }) => endedAt);
    return ends.length > 0 ? Math.min(...ends) : undefined;
  }

  /** The longest time without an acknowledged write since this moment. */
  findLongestGap(moment: number): number {
    const ends = this.#all.filter(isWrite).map(({ endedAt }) => endedAt);
    const later = ends.filter((end) => end > moment).toSorted((a, b) => a - b);
    const gaps = later.map((end, index) => end - (later[index - 1] ?? moment));
    return Math.max(0, ...gaps);
  }

  /** The keys whose calls no order explains, each with the call that fits in nowhere and those around it. */
  findViolations(): string[] {
    return this.keys.flatMap((key) => {
      const calls = this.#calls.get(key) ?? [];
      const unexplained = findUnexplainedCall(this.#initial.get(key) ?? null, calls);
      if (!unexplained) return [];
      const near = calls
        .filter(
          ({ startedAt, endedAt }) =>
            startedAt <= unexplained.endedAt && endedAt >= unexplained.startedAt - 2_000,
        )
        .map((call) => JSON.stringify(call));
      return [`${key}: ${JSON.stringify(unexplained)} among\n${near.join('\n')}`];
    });
  }
}
