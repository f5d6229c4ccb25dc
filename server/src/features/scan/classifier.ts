import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Opinion } from '@lop-xanh/contract/rules/waste-answer';
import { failureLog, type Log } from '../../failure-log.ts';
import { AppError } from '../../http/app-error.ts';
import type { Finding } from './classify-worker.ts';
import { checkModel, type ModelNotes, shippedModel } from './model.ts';

export interface Classifier {
  /** Loads the model. Says what is wrong with it, in which case every picture gets 503. */
  start(): Promise<string | undefined>;
  classify(dataUrl: string): Promise<Opinion>;
  close(): Promise<void>;
}

interface Job {
  dataUrl: string;
  resolve: (finding: Finding) => void;
  reject: (error: unknown) => void;
}

/** One core stays free for everybody else's requests. */
const threads = Math.min(4, Math.max(1, availableParallelism() - 1));
const mostWaiting = 60;
const msBetweenReplacements = 10_000;
const isSource = import.meta.url.endsWith('.ts');
const threadFile = new URL(`./classify-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
/** From the sources, as in tests and in development, a thread must first learn to read TypeScript. */
const loadSource = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(threadFile.href)});
})`;

/** Threads that classify, so that a scan never holds up the feed. They start with the first picture at the latest. */
export function openClassifier({
  modelFile = shippedModel,
  log = console as Log,
} = {}): Classifier {
  const logLoss = failureLog(log, 'a thread of the waste classifier died');
  const logNoReplacement = failureLog(
    log,
    'a thread of the waste classifier could not be replaced',
  );
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Job>();
  let crew: Promise<ModelNotes> | undefined;
  let isClosed = false;

  const assemble = async (): Promise<ModelNotes> => {
    const notes = await checkModel(modelFile);
    await Promise.all(Array.from({ length: threads }, hire));
    return notes;
  };
  const ensureCrew = () => {
    crew ??= assemble();
    return crew;
  };

  const hire = () =>
    new Promise<void>((resolve, reject) => {
      const workerData = { modelFile };
      const worker = isSource
        ? new Worker(loadSource, { eval: true, workerData })
        : new Worker(threadFile, { workerData });
      let isReady = false;
      let fault: unknown;
      worker.once('error', (error) => {
        fault = error;
      });
      worker.once('exit', (code) => {
        const error = fault ?? new Error(`The thread ended with exit code ${code}`);
        if (isReady) lose(worker, error);
        else reject(error);
      });
      worker.once('message', () => {
        isReady = true;
        worker.on('message', (finding: Finding) => finish(worker, finding));
        worker.unref();
        idle.push(worker);
        resolve();
        next();
      });
    });

  const next = () => {
    while (idle.length > 0 && waiting.length > 0) {
      const worker = idle.pop() as Worker;
      const job = waiting.shift() as Job;
      busy.set(worker, job);
      worker.ref();
      worker.postMessage(job.dataUrl);
    }
  };

  const finish = (worker: Worker, finding: Finding) => {
    busy.get(worker)?.resolve(finding);
    busy.delete(worker);
    worker.unref();
    idle.push(worker);
    next();
  };

  /** A thread that died takes its picture with it; another takes its place. */
  const lose = (worker: Worker, cause: unknown) => {
    busy.get(worker)?.reject(new Error('A thread of the classifier died.', { cause }));
    busy.delete(worker);
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
    if (isClosed) return;
    logLoss(cause);
    replace();
  };

  const replace = () => {
    if (isClosed) return;
    hire().catch((error: unknown) => {
      logNoReplacement(error);
      setTimeout(replace, msBetweenReplacements).unref();
    });
  };

  return {
    start: () =>
      ensureCrew().then(
        () => undefined,
        (error: unknown) => String(error),
      ),
    async classify(dataUrl) {
      const notes = await ensureCrew().catch((cause: unknown) => {
        throw new AppError('scanner_off', { cause, retryAfterSeconds: 300 });
      });
      if (waiting.length >= mostWaiting) throw new AppError('unavailable');
      const finding = await new Promise<Finding>((resolve, reject) => {
        waiting.push({ dataUrl, resolve, reject });
        next();
      });
      if ('refusal' in finding) throw new AppError(finding.refusal);
      if ('fault' in finding) throw new Error(finding.fault);
      return { probabilities: finding.probabilities, threshold: notes.threshold };
    },
    // A thread ended in the middle of a picture would take the whole process with it, so each ends by itself.
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new AppError('unavailable'));
      await crew?.catch(() => undefined);
      await Promise.all(
        [...idle, ...busy.keys()].map((worker) => {
          const gone = once(worker, 'exit');
          worker.ref();
          worker.postMessage(null);
          return gone;
        }),
      );
    },
  };
}
