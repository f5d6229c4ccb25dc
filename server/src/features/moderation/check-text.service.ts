import type { HoldReason } from '@lop-xanh/contract/comments';
import type { Piscina } from 'piscina';
import { failureLog } from '../../lib/failure-log.ts';
import { openWorkerPool } from '../../lib/worker-pool.ts';
import { findHoldReasons } from './held-text.ts';
import type { TextJob } from './held-text-worker.ts';

/** As long as most comments: a thread would take longer than the check. */
const maxShortLength = 200;

let pool: Piscina | undefined;

/** `findHoldReasons`, in a thread for a long text: a hostile one may take a tenth of a second. */
export async function checkText(text: string, words: string[]): Promise<HoldReason[]> {
  if (text.length <= maxShortLength) return findHoldReasons(text, words);
  pool ??= openWorkerPool(
    new URL('./held-text-worker.ts', import.meta.url),
    { minThreads: 0, maxThreads: 1, idleTimeout: 60_000 },
    failureLog(console, 'a text thread failed'),
  );
  const job: TextJob = { text, words };
  return (await pool.run(job)) as HoldReason[];
}
