/** No app sends as many at once, and no school in one moment. */
const floodSize = 64;
/** A flood without pauses would take a whole core until it is over. */
const floodPauseMs = 2;

/**
 * Lets each caller start one request per turn of the event loop; further ones wait for the next turns.
 * However many requests one caller sends at once, turns stay short for everybody else.
 */
export function createTurnTaker(): (caller: string) => Promise<void> | undefined {
  /** The callers that started a request in this turn, with their waiting requests. */
  const waiting = new Map<string, (() => void)[]>();

  const planNext = (caller: string, starts: (() => void)[]) => {
    if (starts.length > floodSize) setTimeout(startNext, floodPauseMs, caller, starts);
    else setImmediate(startNext, caller, starts);
  };
  const startNext = (caller: string, starts: (() => void)[]) => {
    const start = starts.shift();
    if (!start) return void waiting.delete(caller);
    start();
    planNext(caller, starts);
  };

  return (caller) => {
    const starts = waiting.get(caller);
    if (starts) return new Promise((resolve) => starts.push(resolve));
    const later: (() => void)[] = [];
    waiting.set(caller, later);
    planNext(caller, later);
    return undefined;
  };
}
