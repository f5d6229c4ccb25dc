import { once } from 'node:events';
import type { Processes } from '../processes.ts';

/**
 * The counterpart of `startProcess`. When the benchmark finishes or is killed, the channel
 * disconnects: `waitUntilStopped` resolves, and `work` cleans up.
 */
export async function runProcess<Name extends keyof Processes>(
  work: (
    input: Processes[Name]['input'],
    waitUntilStopped: (ready: Processes[Name]['ready']) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  // Ctrl-C reaches every process of the terminal; ours stop in order, when they are disconnected.
  process.on('SIGINT', () => undefined);
  const disconnected = once(process, 'disconnect');
  const [{ input }] = await once(process, 'message');
  await work(input, async (ready) => {
    if (process.connected) process.send?.(ready);
    await disconnected;
  });
  process.exit();
}
