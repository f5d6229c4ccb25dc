import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../http/app-error.ts';
import type { Row } from './read-table.ts';
import type { Reply } from './table-worker.ts';

export interface Tables {
  /** The rows of a table that somebody sent. Refuses one that takes too long or too much memory to read. */
  read(bytes: Buffer): Promise<Row[]>;
  close(): void;
}

const heapMegabytes = 128;
const startMs = 30_000;
/** A long table takes a second; a busy machine takes its time. */
const defaultReadMs = 8_000;
const idleMs = 30_000;
const waitingMax = 10;

const isSource = import.meta.url.endsWith('.ts');
const workerFile = new URL(`./table-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
/** `--single-threaded` keeps V8 on the one thread whose priority the worker lowers. */
const flags = [`--max-old-space-size=${heapMegabytes}`, '--single-threaded'];
/** From the sources, as in tests and in development, Node must first learn to read TypeScript. */
const sourceFlags = ['--conditions=source', '--import=tsx'];

/**
 * A process that reads one table after the other, started when it is needed. It is no thread: when a thread has no
 * memory left for a large array, V8 ends the whole server. A process takes nothing but its table with it, and knows
 * none of our settings and secrets.
 */
export function openTables({ readMs = defaultReadMs } = {}): Tables {
  const closing = new AbortController();
  let worker: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const inTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    if (waiting >= waitingMax) throw new AppError('unavailable');
    waiting += 1;
    const turn = last.then(job).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  };

  const stop = () => {
    clearTimeout(idle);
    worker?.kill('SIGKILL');
    worker = undefined;
  };

  const read = async (bytes: Buffer): Promise<Row[]> => {
    clearTimeout(idle);
    // One that ended while nobody needed it is of no use.
    if (!worker?.connected) worker = await start(closing.signal);
    try {
      return await rowsFrom(worker, bytes, readMs);
    } catch (error) {
      if (error instanceof AppError) throw error;
      stop();
      throw new AppError('table_too_heavy', { cause: error });
    } finally {
      idle = setTimeout(stop, idleMs).unref();
    }
  };

  return { read: (bytes) => inTurn(() => read(bytes)), close: () => closing.abort() };
}

async function start(closing: AbortSignal): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(workerFile), {
    execArgv: isSource ? [...flags, ...sourceFlags] : flags,
    env: {},
    signal: closing,
    killSignal: 'SIGKILL',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Whatever goes wrong with it, it ends, and that is looked after.
  worker.on('error', () => undefined);
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(startMs) });
  } catch (cause) {
    worker.kill('SIGKILL');
    throw new AppError('unavailable', { cause });
  }
  return worker;
}

/** Fails with no refusal when the time is over or the worker ends, which is the table's doing. */
async function rowsFrom(worker: ChildProcess, bytes: Buffer, readMs: number): Promise<Row[]> {
  const rows: Row[] = [];
  const signal = AbortSignal.timeout(readMs);
  const replies = on(worker, 'message', { signal, close: ['exit'] });
  worker.send(bytes);
  for await (const [message] of replies as AsyncIterable<unknown[]>) {
    const reply = message as Reply;
    if ('refusal' in reply) throw new AppError(reply.refusal);
    if ('fault' in reply) throw new AppError('internal', { cause: reply.fault });
    rows.push(...reply.rows);
    if (reply.isEnd) return rows;
  }
  throw new Error('The worker has ended.');
}
