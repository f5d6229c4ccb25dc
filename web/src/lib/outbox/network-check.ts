import { networkLimits } from '../network-limits.ts';
import { getRetryDelayMs } from './lanes.ts';
import type { OutboxDevice } from './outbox-device.ts';

/**
 * Finds out whether the server can be reached. Nothing is sent until it is known again: an action that is
 * only tried once the server responds can still be folded, and a line that is down is not hammered.
 */
export function createNetworkCheck(device: OutboxDevice, onResult: () => void) {
  let status: 'up' | 'unknown' | 'down' = 'up';
  let failures = 0;
  let isChecking = false;
  let isStopped = false;
  let stopTimer = () => {};

  async function run(): Promise<void> {
    try {
      await device.reachServer();
      status = 'up';
      failures = 0;
    } catch {
      status = 'down';
      failures += 1;
      const delayMs = getRetryDelayMs(failures, networkLimits.maxCheckDelayMs);
      if (!isStopped) stopTimer = device.startTimer(check, delayMs);
    }
    isChecking = false;
    onResult();
  }
  function check(): void {
    isStopped = false;
    if (isChecking) return;
    isChecking = true;
    if (status === 'up') status = 'unknown';
    stopTimer();
    void run();
  }
  return {
    check,
    /** Checks at once and, if that fails, again soon. */
    checkAtOnce() {
      failures = 0;
      check();
    },
    isUp: () => status === 'up',
    isDown: () => status === 'down',
    stop() {
      isStopped = true;
      stopTimer();
    },
  };
}
