/** Null: there is nothing yet. */
export type Value = string | boolean | null;

/** What a call did to a register, which holds one value. */
export type Operation =
  | { kind: 'read'; value: Value }
  | { kind: 'write'; value: Value }
  /** `value` is what it became; undefined if the client was not told. */
  | { kind: 'toggle'; value?: boolean }
  | { kind: 'replace'; from: Value; to: Value }
  /** A replacement that was refused, because the register held something else. */
  | { kind: 'mismatch'; from: Value };

/** Times are of one clock. A call without a certain outcome may take effect at any time, or never. */
export interface Call {
  operation: Operation;
  startedAt: number;
  endedAt: number;
  isCertain: boolean;
}

/**
 * Looks for an order of the calls that explains every result, in which no call comes before one that had
 * ended when it started (Wing and Gong's search, with Lowe's memory of what was tried). If there is none,
 * returns the earliest call that could not be explained.
 */
export function findUnexplainedCall(initial: Value, calls: readonly Call[]): Call | undefined {
  const ordered = calls.toSorted((a, b) => a.startedAt - b.startedAt);
  const certainCount = ordered.filter(({ isCertain }) => isCertain).length;
  const tried = new Set<string>();
  const open: Explanation[] = [{ placed: 0n, certain: 0, state: initial }];
  let furthest = open[0] as Explanation;
  for (let current = open.pop(); current; current = open.pop()) {
    if (current.certain === certainCount) return undefined;
    if (current.certain > furthest.certain) furthest = current;
    for (const next of listNext(ordered, current)) {
      const name = `${next.placed.toString(36)} ${String(next.state)}`;
      if (tried.has(name)) continue;
      tried.add(name);
      open.push(next);
    }
  }
  return ordered
    .filter((call, index) => call.isCertain && !isPlaced(furthest, index))
    .toSorted((a, b) => a.endedAt - b.endedAt)[0];
}

/** The calls that have their place in the order (as bits), how many of them are certain, and the value after them. */
interface Explanation {
  placed: bigint;
  certain: number;
  state: Value;
}

const isPlaced = ({ placed }: Explanation, index: number) =>
  ((placed >> BigInt(index)) & 1n) === 1n;

/** Every explanation with one call more, the likeliest last. */
function listNext(ordered: readonly Call[], current: Explanation): Explanation[] {
  const certain: Explanation[] = [];
  const uncertain: Explanation[] = [];
  let firstEnd = Number.POSITIVE_INFINITY;
  for (const [index, { operation, startedAt, endedAt, isCertain }] of ordered.entries()) {
    if (startedAt > firstEnd) break;
    if (isPlaced(current, index)) continue;
    if (isCertain) firstEnd = Math.min(firstEnd, endedAt);
    const state = apply(current.state, operation);
    if (state === undefined) continue;
    const next = { placed: current.placed | (1n << BigInt(index)), state };
    if (isCertain) certain.push({ ...next, certain: current.certain + 1 });
    else uncertain.push({ ...next, certain: current.certain });
  }
  return [...uncertain, ...certain.toReversed()];
}

/** The value after an operation; undefined if it cannot have had its result now. */
function apply(state: Value, operation: Operation): Value | undefined {
  switch (operation.kind) {
    case 'read':
      return operation.value === state ? state : undefined;
    case 'write':
      return operation.value;
    case 'toggle':
      return operation.value === undefined || operation.value === !state ? !state : undefined;
    case 'replace':
      return operation.from === state ? operation.to : undefined;
    case 'mismatch':
      return operation.from === state ? undefined : state;
  }
}
