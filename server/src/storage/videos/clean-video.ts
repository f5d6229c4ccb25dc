import type { Piscina } from 'piscina';
import { AppError } from '../../http/app-error.ts';
import { failureLog } from '../../lib/failure-log.ts';
import { openWorkerPool } from '../../lib/worker-pool.ts';
import { watchQueue } from '../../metrics/queues.ts';
import type { CleaningJob } from './clean-worker.ts';

const timeoutMs = 60_000;
const maxHeapMegabytes = 128;

let pool: Piscina | undefined;
let jobs = 0;
watchQueue('videos', () => {
  const waiting = pool?.queueSize ?? 0;
  return { running: jobs - waiting, waiting };
});

/**
 * Removes everything but video and audio from a local file: location, time, device, names, and data hidden
 * in the container. Throws if the file is not a readable video.
 */
export async function cleanVideo(job: CleaningJob): Promise<void> {
  pool ??= openWorkerPool(
    new URL('./clean-worker.ts', import.meta.url),
    {
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    },
    failureLog(console, 'a video thread failed'),
  );
  const signal = AbortSignal.timeout(timeoutMs);
  jobs++;
  const problem: unknown = await pool
    .run(job, { signal })
    .catch((error: unknown) => {
      if (isOutOfMemory(error)) return 'too many parts';
      throw signal.aborted ? new AppError('unavailable', { cause: error }) : error;
    })
    .finally(() => jobs--);
  if (problem !== undefined) throw new AppError('unreadable_video', { cause: problem });
}

const isOutOfMemory = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
