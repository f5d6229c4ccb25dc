/** For failures outside of requests: the logger of the server, or the console of a command. */
export type Log = Pick<Console, 'error'>;

const logIntervalMs = 60_000;

/**
 * Logs repeated failures without filling the disk: the first at once, then at most one line per minute,
 * with the number of failures since the last line.
 */
export function failureLog(
  log: Log,
  message: string,
  now: () => number = Date.now,
): (error: unknown) => void {
  let silentUntil = 0;
  let unlogged = 0;
  return (error) => {
    if (now() < silentUntil) {
      unlogged++;
      return;
    }
    log.error({ err: error, unlogged }, message);
    silentUntil = now() + logIntervalMs;
    unlogged = 0;
  };
}
