import type { Piscina } from 'piscina';
import { AppError } from '../../http/app-error.ts';
import { openWorkerPool } from '../../worker-pool.ts';
import type { CleaningJob } from './clean-worker.ts';

const secondsAtMost = 60;
const megabytesAtMost = 128;

let pool: Piscina | undefined;

/**
 * Takes out of a video on this machine's disk whatever is neither pictures nor sound: place, time, phone,
 * names, and what a container may hide. What cannot be read as a video is refused.
 */
export async function cleanVideo(job: CleaningJob): Promise<void> {
  pool ??= openWorkerPool(new URL('./clean-worker.ts', import.meta.url), {
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: megabytesAtMost },
  });
  const signal = AbortSignal.timeout(secondsAtMost * 1000);
  const problem: unknown = await pool.run(job, { signal }).catch((error: unknown) => {
    if (isOutOfMemory(error)) return 'too many parts';
    throw signal.aborted ? new AppError('unavailable', { cause: error }) : error;
  });
  if (problem !== undefined) throw new AppError('unreadable_video', { cause: problem });
}

const isOutOfMemory = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
