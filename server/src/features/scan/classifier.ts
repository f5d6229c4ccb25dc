import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Classification } from '@lop-xanh/contract/rules/waste-result';
import { AppError } from '../../http/app-error.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import type { ClassifyResult } from './classify-worker.ts';
import { type ModelInfo, shippedModel, verifyModel } from './model.ts';

export interface Classifier {
  /** Loads the model. Resolves to an error message if that fails; every image then gets 503. */
  start(): Promise<string | undefined>;
  classify(dataUrl: string): Promise<Classification>;
  close(): Promise<void>;
}

interface Job {
  dataUrl: string;
  resolve: (result: ClassifyResult) => void;
  reject: (error: unknown) => void;
}

/** One core stays free for other requests. */
const workerCount = Math.min(4, Math.max(1, availableParallelism() - 1));
const maxQueued = 60;
const restartDelayMs = 10_000;
const isSource = import.meta.url.endsWith('.ts');
const workerFile = new URL(`./classify-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
/** When run from source, in tests and development, a worker must register a TypeScript loader first. */
const loadSource = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(workerFile.href)});
})`;

/** Opens a pool of worker threads, so that scans never block other requests. It starts with the first image at the latest. */
export function openClassifier({
  modelFile = shippedModel,
  log = console as Log,
} = {}): Classifier {
  const logWorkerDeath = failureLog(log, 'a worker of the waste classifier died');
  const logRestartFailure = failureLog(
    log,
    'a worker of the waste classifier could not be restarted',
  );
  const queue: Job[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Job>();
  let pool: Promise<ModelInfo> | undefined;
  let isClosed = false;

  const startPool = async (): Promise<ModelInfo> => {
    const info = await verifyModel(modelFile);
    await Promise.all(Array.from({ length: workerCount }, startWorker));
    return info;
  };
  const ensurePool = () => {
    pool ??= startPool();
    return pool;
  };

  const startWorker = () =>
    new Promise<void>((resolve, reject) => {
      const workerData = { modelFile };
      const worker = isSource
        ? new Worker(loadSource, { eval: true, workerData })
        : new Worker(workerFile, { workerData });
      let isReady = false;
      let workerError: unknown;
      worker.once('error', (error) => {
        workerError = error;
      });
      worker.once('exit', (code) => {
        const cause = workerError ?? new Error(`The worker ended with exit code ${code}`);
        if (isReady) handleDeath(worker, cause);
        else reject(cause);
      });
      worker.once('message', () => {
        isReady = true;
        worker.on('message', (result: ClassifyResult) => finishJob(worker, result));
        worker.unref();
        idle.push(worker);
        resolve();
        dispatch();
      });
    });

  const dispatch = () => {
    while (idle.length > 0 && queue.length > 0) {
      const worker = idle.pop() as Worker;
      const job = queue.shift() as Job;
      busy.set(worker, job);
      worker.ref();
      worker.postMessage(job.dataUrl);
    }
  };

  const finishJob = (worker: Worker, result: ClassifyResult) => {
    busy.get(worker)?.resolve(result);
    busy.delete(worker);
    worker.unref();
    idle.push(worker);
    dispatch();
  };

  /** The job of a dead worker fails; a new worker takes its place. */
  const handleDeath = (worker: Worker, cause: unknown) => {
    busy.get(worker)?.reject(new Error('A worker of the classifier died.', { cause }));
    busy.delete(worker);
    const index = idle.indexOf(worker);
    if (index >= 0) idle.splice(index, 1);
    if (isClosed) return;
    logWorkerDeath(cause);
    restartWorker();
  };

  const restartWorker = () => {
    if (isClosed) return;
    startWorker().catch((error: unknown) => {
      logRestartFailure(error);
      setTimeout(restartWorker, restartDelayMs).unref();
    });
  };

  return {
    start: () =>
      ensurePool().then(
        () => undefined,
        (error: unknown) => String(error),
      ),
    async classify(dataUrl) {
      const { threshold } = await ensurePool().catch((cause: unknown) => {
        throw new AppError('scanner_unavailable', { cause, retryAfterSeconds: 300 });
      });
      if (queue.length >= maxQueued) throw new AppError('unavailable');
      const result = await new Promise<ClassifyResult>((resolve, reject) => {
        queue.push({ dataUrl, resolve, reject });
        dispatch();
      });
      if ('imageError' in result) throw new AppError(result.imageError);
      if ('failure' in result) throw new Error(result.failure);
      return { probabilities: result.probabilities, threshold };
    },
    // Terminating a worker in the middle of an image would crash the process, so each ends by itself.
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new AppError('unavailable'));
      await pool?.catch(() => undefined);
      await Promise.all(
        [...idle, ...busy.keys()].map((worker) => {
          const exited = once(worker, 'exit');
          worker.ref();
          worker.postMessage(null);
          return exited;
        }),
      );
    },
  };
}
