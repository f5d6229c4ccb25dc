/**
 * Lets each caller start one request in a turn of the event loop; further ones wait for the next turns.
 * However many requests one caller sends at once, a turn stays short for everybody else.
 */
export function turnTaker(): (caller: string) => Promise<void> | undefined {
  /** Who has started a request in this turn, with those that wait behind it. */
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
