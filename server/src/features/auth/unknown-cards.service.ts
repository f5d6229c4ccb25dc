import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { toNetwork } from '../../http/networks.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { findWait, lockCounters, writeCounters } from './login-throttle.queries.ts';
import { countAttempt, loginLimits, secondsToWait } from './login-throttle.rules.ts';

/** Not a username, because of the space. */
const anyCard = 'unknown card';

/** A flood from one network waits for its one counter here, without holding connections. */
const queue = new FairQueue({
  maxRunning: 2,
  maxRunningPerCaller: 1,
  maxWaiting: 200,
  createError: () => new AppError('too_many_requests', { retryAfterSeconds: 3 }),
});

/**
 * Rejects unknown cards of a network that has sent too many. Nobody can guess 128 random bits, so this
 * only limits what a flood costs: it must not delay the cards that exist, which a whole school may use
 * from the same network.
 */
export function countUnknownCard(db: Db, address: string): Promise<void> {
  const network = toNetwork(address);
  const key = { username: anyCard, origin: network };
  const count = async (transaction: Db) => {
    const { getCounter, now } = await lockCounters(transaction, [key]);
    const counter = getCounter(key);
    rejectIfWaiting(secondsToWait(counter, now));
    const counted = countAttempt(counter, loginLimits.unknownCards, now);
    await writeCounters(transaction, [{ ...key, ...counted }]);
  };
  return queue.run(network, async () => {
    // Most of a flood ends here, with one read.
    rejectIfWaiting((await findWait(db, key))?.seconds ?? 0);
    await db.transaction(count);
  });
}

function rejectIfWaiting(seconds: number): void {
  if (seconds === 0) return;
  throw new AppError('too_many_cards_wait_seconds', {
    retryAfterSeconds: seconds,
    values: { seconds },
  });
}
