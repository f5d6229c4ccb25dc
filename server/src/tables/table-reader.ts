import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { AppError } from '../http/app-error.ts';
import { watchQueue } from '../metrics/queues.ts';
import type { Sheet } from './read-table.ts';
import type { Reply } from './table-worker.ts';

export interface TableReader {
  /** Rejects a table that takes too much time or memory. */
  read(bytes: Buffer): Promise<Sheet[]>;
  close(): void;
}

const maxHeapMegabytes = 128;
const startTimeoutMs = 30_000;
/** A long table takes a second, and more on a busy machine. */
const defaultReadTimeoutMs = 8_000;
const idleTimeoutMs = 30_000;
/** Waiting and running. */
const maxJobs = 10;

const isSource = import.meta.url.endsWith('.ts');
const workerFile = new URL(`./table-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
/** `--single-threaded` keeps V8 on the one thread whose priority the worker lowers. */
const flags = [`--max-old-space-size=${maxHeapMegabytes}`, '--single-threaded'];
/** In tests and development the worker is TypeScript. */
const sourceFlags = ['--conditions=source', '--import=tsx'];

/**
 * Reads tables one after another in a child process, started when it is needed. A thread would not do: if it runs
 * out of memory for a large array, V8 ends the whole server. The process also knows none of our settings and secrets.
 */
export function openTableReader({ readTimeoutMs = defaultReadTimeoutMs } = {}): TableReader {
  const closing = new AbortController();
  const limit = pLimit(1);
  watchQueue('tables', () => ({ running: limit.activeCount, waiting: limit.pendingCount }));
  let worker: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const enqueue = async <T>(job: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= maxJobs) throw new AppError('unavailable');
    return limit(job);
  };

  const stop = () => {
    clearTimeout(idleTimer);
    worker?.kill('SIGKILL');
    worker = undefined;
  };

  const read = async (bytes: Buffer): Promise<Sheet[]> => {
    clearTimeout(idleTimer);
    // It may have exited while idle.
    if (!worker?.connected) worker = await startWorker(closing.signal);
    try {
      return await readSheets(worker, bytes, readTimeoutMs);
    } catch (error) {
      if (error instanceof AppError) throw error;
      stop();
      throw new AppError('table_too_complex', { cause: error });
    } finally {
      idleTimer = setTimeout(stop, idleTimeoutMs).unref();
    }
  };

  return { read: (bytes) => enqueue(() => read(bytes)), close: () => closing.abort() };
}

async function startWorker(closing: AbortSignal): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(workerFile), {
    execArgv: isSource ? [...flags, ...sourceFlags] : flags,
    env: {},
    signal: closing,
    killSignal: 'SIGKILL',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Every failure ends the process, which is handled elsewhere.
  worker.on('error', () => undefined);
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(startTimeoutMs) });
  } catch (cause) {
    worker.kill('SIGKILL');
    throw new AppError('unavailable', { cause });
  }
  return worker;
}

/** Throws something other than an AppError if the table makes the worker time out or exit. */
async function readSheets(
  worker: ChildProcess,
  bytes: Buffer,
  readTimeoutMs: number,
): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  const signal = AbortSignal.timeout(readTimeoutMs);
  const replies = on(worker, 'message', { signal, close: ['exit'] });
  worker.send(bytes);
  for await (const [message] of replies as AsyncIterable<unknown[]>) {
    const reply = message as Reply;
    if ('errorName' in reply) throw new AppError(reply.errorName);
    if ('failure' in reply) throw new AppError('internal', { cause: reply.failure });
    if ('isDone' in reply) return sheets;
    const current = sheets.at(-1);
    // The names of sheets are unique in a workbook.
    if (current?.name === reply.sheet) current.rows.push(...reply.rows);
    else sheets.push({ name: reply.sheet, rows: reply.rows });
  }
  throw new Error('The table worker exited');
}
