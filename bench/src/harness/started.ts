import { once } from 'node:events';
import type { Processes } from '../processes.ts';

/**
 * The other end of `start`. A benchmark that is done disconnects, and one that was killed is
 * disconnected: either way `untilUnneeded` ends, and `work` goes on to clean up.
 */
export async function whenStarted<Name extends keyof Processes>(
  work: (
    given: Processes[Name]['given'],
    untilUnneeded: (ready: Processes[Name]['tells']) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  // Ctrl-C reaches every process of the terminal; ours leave in the order in which they are let go.
  process.on('SIGINT', () => undefined);
  const disconnected = once(process, 'disconnect');
  const [{ given }] = await once(process, 'message');
  await work(given, async (ready) => {
    if (process.connected) process.send?.(ready);
    await disconnected;
  });
  process.exit();
}
