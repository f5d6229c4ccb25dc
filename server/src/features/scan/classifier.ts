import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { TrainedHead } from '@lop-xanh/contract/rules/train-head';
import type { Classification } from '@lop-xanh/contract/rules/waste-result';
import type { Piscina } from 'piscina';
import { AppError } from '../../http/app-error.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import { background, type Caller, FairQueue } from '../../lib/fair-queue.ts';
import { openWorkerPool } from '../../lib/worker-pool.ts';
import { watchQueue } from '../../metrics/queues.ts';
import type { DescribedImage, ImageResult, PackedExamples, WorkerJob } from './classify-worker.ts';
import type { ModelOutput } from './load-model.ts';
import { deviceModel, type ModelInfo, readModelInfo, shippedModel, verifyModel } from './model.ts';

export interface ScannedImage extends Classification {
  /** What the net sees, for a school's head. */
  features: Float32Array;
}

/** The checksums of the nets. */
export interface ModelChecksums {
  /** Of both: what a school taught belongs to this pair. */
  pair: string;
  device: string;
}

export interface Classifier {
  /** Checks the model, and loads it if it stays loaded. Resolves to an error message if that fails. */
  start(): Promise<string | undefined>;
  classify(dataUrl: string, caller?: Caller): Promise<ScannedImage>;
  /** What both nets see in a photo, and if asked for a small copy of it. */
  describe(
    dataUrl: string,
    options?: { withCopy?: boolean; caller?: Caller },
  ): Promise<Classification & DescribedImage>;
  train(examples: PackedExamples): Promise<TrainedHead>;
  readChecksums(): Promise<ModelChecksums>;
  close(): Promise<void>;
}

interface StartedPool extends ModelInfo {
  pool: Piscina<WorkerJob, unknown>;
  stop(): Promise<void>;
}

/** One core stays free for other requests. */
const defaultThreads = Math.min(4, Math.max(1, availableParallelism() - 1));
const maxQueued = 60;

/**
 * Opens a pool of worker threads, so that scans never block other requests. They start with the first image, and
 * give their memory back when there has been none for `idleMs`; with 0 they start at once and stay.
 */
export function openClassifier({
  modelFile = shippedModel,
  deviceModelFile = deviceModel,
  threads = defaultThreads,
  idleMs = 0,
  log = console as Log,
} = {}): Classifier {
  const logDeath = failureLog(log, 'a worker of the waste classifier died');
  const logFailure = failureLog(log, 'a worker of the waste classifier failed');
  const queue = new FairQueue({
    maxRunning: threads,
    maxRunningPerCaller: 1,
    maxWaiting: maxQueued,
    createError: () => new AppError('unavailable'),
  });
  watchQueue('scans', () => queue);
  const jobs = new Set<Promise<unknown>>();
  let started: Promise<StartedPool> | undefined;
  let idle: ReturnType<typeof setTimeout>;
  let checksums: Promise<ModelChecksums> | undefined;
  let isClosed = false;

  const startPool = async (): Promise<StartedPool> => {
    // ONNX Runtime would report to its maker. It reads this once, when it is loaded.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    const info = await verifyModel(modelFile);
    const pool: Piscina<WorkerJob, unknown> = openWorkerPool(
      new URL('./classify-worker.ts', import.meta.url),
      { minThreads: threads, maxThreads: threads },
      logFailure,
    );
    try {
      await Promise.all(
        Array.from({ length: threads }, () => pool.run({ task: 'load', modelFile })),
      );
    } catch (error) {
      await pool.destroy();
      throw error;
    }
    const deathListener = () =>
      logDeath(new Error('A worker thread ended; a new one takes its place'));
    pool.on('workerDestroy', deathListener);
    const stop = () => {
      pool.off('workerDestroy', deathListener);
      return pool.destroy();
    };
    return { ...info, pool, stop };
  };
  const ensurePool = () => {
    started ??= startPool().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
  const stopPool = async () => {
    const stopping = started;
    started = undefined;
    await (await stopping?.catch(() => undefined))?.stop();
  };
  const stopWhenIdle = () => {
    clearTimeout(idle);
    if (idleMs === 0) return;
    idle = setTimeout(() => {
      if (jobs.size === 0) stopPool().catch(logFailure);
    }, idleMs).unref();
  };

  /** Queues outside of the pool, which could only drop waiting jobs together with running ones. */
  const enqueue = <T>(caller: Caller, run: (started: StartedPool) => Promise<T>): Promise<T> => {
    const job = queue
      .run(caller, async () => {
        if (isClosed) throw new AppError('unavailable');
        return run(
          await ensurePool().catch((cause: unknown) => {
            throw unavailable(cause);
          }),
        );
      })
      .finally(() => {
        jobs.delete(job);
        stopWhenIdle();
      });
    jobs.add(job);
    return job;
  };

  const classify = <Output extends ModelOutput>(caller: Caller, job: WorkerJob) =>
    enqueue(caller, async ({ pool, threshold }) => {
      const result = (await pool.run(job)) as ImageResult<Output>;
      if ('imageError' in result) throw new AppError(result.imageError);
      return { ...result, threshold };
    });

  return {
    start: () =>
      (idleMs === 0 ? ensurePool() : verifyModel(modelFile)).then(
        () => undefined,
        (error: unknown) => String(error),
      ),
    classify: (dataUrl, caller = background) =>
      classify<ModelOutput>(caller, { task: 'classify', modelFile, dataUrl }),
    describe: (dataUrl, { withCopy = false, caller = background } = {}) =>
      classify<DescribedImage>(caller, {
        task: 'describe',
        modelFile,
        deviceModelFile,
        dataUrl,
        withCopy,
      }),
    train: (examples) =>
      enqueue('training', ({ pool }) =>
        pool.run({ task: 'train', examples }),
      ) as Promise<TrainedHead>,
    readChecksums() {
      checksums ??= readChecksums(modelFile, deviceModelFile).catch((cause: unknown) => {
        checksums = undefined;
        throw unavailable(cause);
      });
      return checksums;
    },
    // Terminating a worker in the middle of an image would crash the process, and the pool's own `close`
    // terminates all workers as soon as one of them is done.
    async close() {
      isClosed = true;
      await Promise.allSettled(jobs);
      clearTimeout(idle);
      await stopPool();
    },
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError('scanner_unavailable', { cause, retryAfterSeconds: 300 });
}

async function readChecksums(modelFile: string, deviceModelFile: string): Promise<ModelChecksums> {
  const { sha256 } = await readModelInfo(modelFile);
  const { sha256: device } = await readModelInfo(deviceModelFile);
  return { pair: createHash('sha256').update(`${sha256} ${device}`).digest('hex'), device };
}
