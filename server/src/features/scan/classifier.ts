import { availableParallelism } from 'node:os';
import type { Classification } from '@lop-xanh/contract/rules/waste-result';
import pLimit from 'p-limit';
import type { Piscina } from 'piscina';
import { AppError } from '../../http/app-error.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import { openWorkerPool } from '../../lib/worker-pool.ts';
import type { ClassifyJob, ClassifyResult } from './classify-worker.ts';
import { type ModelInfo, shippedModel, verifyModel } from './model.ts';

export interface Classifier {
  /** Loads the model. Resolves to an error message if that fails; every image then gets 503. */
  start(): Promise<string | undefined>;
  classify(dataUrl: string): Promise<Classification>;
  close(): Promise<void>;
}

interface StartedPool extends ModelInfo {
  pool: Piscina<ClassifyJob, ClassifyResult>;
}

/** One core stays free for other requests. */
const defaultThreads = Math.min(4, Math.max(1, availableParallelism() - 1));
const maxQueued = 60;

/** Opens a pool of worker threads, so that scans never block other requests. It starts with the first image at the latest. */
export function openClassifier({
  modelFile = shippedModel,
  threads = defaultThreads,
  log = console as Log,
} = {}): Classifier {
  const logDeath = failureLog(log, 'a worker of the waste classifier died');
  const logFailure = failureLog(log, 'a worker of the waste classifier failed');
  const limit = pLimit(threads);
  const jobs = new Set<Promise<unknown>>();
  let started: Promise<StartedPool> | undefined;
  let isClosed = false;

  const startPool = async (): Promise<StartedPool> => {
    const info = await verifyModel(modelFile);
    const pool: StartedPool['pool'] = openWorkerPool(
      new URL('./classify-worker.ts', import.meta.url),
      { minThreads: threads, maxThreads: threads },
      logFailure,
    );
    try {
      await Promise.all(Array.from({ length: threads }, () => pool.run({ modelFile })));
    } catch (error) {
      await pool.destroy();
      throw error;
    }
    pool.on('workerDestroy', () => {
      if (!isClosed) logDeath(new Error('A worker thread ended; a new one takes its place'));
    });
    return { ...info, pool };
  };
  const ensurePool = () => {
    started ??= startPool();
    return started;
  };

  /** Queues outside of the pool, which could only drop waiting jobs together with running ones. */
  const enqueue = <T>(run: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxQueued) throw new AppError('unavailable');
    const job = limit(() => {
      if (isClosed) throw new AppError('unavailable');
      return run();
    }).finally(() => jobs.delete(job));
    jobs.add(job);
    return job;
  };

  return {
    start: () =>
      ensurePool().then(
        () => undefined,
        (error: unknown) => String(error),
      ),
    async classify(dataUrl) {
      const { pool, threshold } = await ensurePool().catch((cause: unknown) => {
        throw new AppError('scanner_unavailable', { cause, retryAfterSeconds: 300 });
      });
      const result = await enqueue(() => pool.run({ modelFile, dataUrl }));
      if ('imageError' in result) throw new AppError(result.imageError);
      return { probabilities: result.probabilities, threshold };
    },
    // Terminating a worker in the middle of an image would crash the process, and the pool's own `close`
    // terminates all workers as soon as one of them is done.
    async close() {
      isClosed = true;
      const pool = await started?.catch(() => undefined);
      await Promise.allSettled(jobs);
      await pool?.pool.destroy();
    },
  };
}
