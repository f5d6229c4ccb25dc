/**
 * Lets each caller start one request per turn of the event loop; further ones wait for the next turns.
 * However many requests one caller sends at once, turns stay short for everybody else.
 */
export function createTurnTaker(): (caller: string) => Promise<void> | undefined {
  /** The callers that started a request in this turn, with their waiting requests. */
  const waiting = new Map<string, (() => void)[]>();

  const startTurn = () => {
    for (const [caller, starts] of waiting) {
      const start = starts.shift();
      if (start) start();
      else waiting.delete(caller);
    }
    if (waiting.size > 0) setImmediate(startTurn);
  };

  return (caller) => {
    const starts = waiting.get(caller);
    if (starts) return new Promise((resolve) => starts.push(resolve));
    if (waiting.size === 0) setImmediate(startTurn);
    waiting.set(caller, []);
    return undefined;
  };
}
