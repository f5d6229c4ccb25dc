/** Where failures go that no request hears of: the server's logger, or the console of a command. */
export type Log = Pick<Console, 'error'>;

const msBetweenLines = 60_000;

/**
 * Logs the failures of something that is tried again and again: the first at once, then at most one
 * line a minute, which says how many it stands for. A loop must not fill the disk.
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
    silentUntil = now() + msBetweenLines;
    unlogged = 0;
  };
}
