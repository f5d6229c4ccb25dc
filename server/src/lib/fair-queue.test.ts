import { expect, test } from 'vitest';
import { background, type Caller, FairQueue } from './fair-queue.ts';

/** A queue whose jobs end on demand, with the names of the started and rejected ones. */
function makeQueue(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({
    maxRunning: 1,
    maxWaiting: 4,
    ...options,
    createError: () => new Error('full'),
  });
  const started: string[] = [];
  const rejected: string[] = [];
  const running: (() => void)[] = [];
  const add = (caller: Caller, ...names: string[]) => {
    for (const name of names) {
      const job = () => {
        started.push(name);
        return new Promise<void>((resolve) => running.push(resolve));
      };
      queue.run(caller, job).catch((error) => {
        expect(error).toEqual(new Error('full'));
        rejected.push(name);
      });
    }
  };
  const settle = () => new Promise(setImmediate);
  const finishAll = async () => {
    for (; running.length > 0; await settle()) running.shift()?.();
  };
  return { queue, running, started, rejected, add, settle, finishAll };
}

test('no more jobs than allowed run at once, and the others follow', async () => {
  const { queue, started, add, finishAll } = makeQueue({ maxRunning: 2 });
  add('an', 'a1', 'a2', 'a3', 'a4');
  expect(started).toEqual(['a1', 'a2']);
  expect(queue.waiting).toBe(2);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('callers take turns, however many jobs one of them has', async () => {
  const { started, add, finishAll } = makeQueue({ maxWaiting: 10 });
  add('an', 'a1', 'a2', 'a3', 'a4');
  add('binh', 'b1');
  add('chi', 'c1', 'c2');
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
});

test('no more jobs of one caller than allowed run at once, and other callers do not wait', async () => {
  const { started, add, settle, finishAll } = makeQueue({ maxRunning: 3, maxRunningPerCaller: 1 });
  add('an', 'a1', 'a2', 'a3');
  add('binh', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await finishAll();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a caller with too many waiting jobs runs one at a time with pauses, until few are left', async () => {
  const { running, started, add, settle } = makeQueue({
    maxRunning: 10,
    maxRunningPerCaller: 3,
    floodSize: 2,
    maxWaiting: 10,
  });
  add('flood', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7');
  add('an', 'a1', 'a2');
  expect(started).toEqual(['f1', 'f2', 'f3', 'a1', 'a2']);
  const lastedMs = 30;
  await new Promise((resolve) => setTimeout(resolve, lastedMs));
  const finishedAt = performance.now();
  for (const finish of running.splice(0, 3)) finish();
  await settle();
  expect(started.slice(5)).toEqual([]);
  await expect.poll(() => started.slice(5), { interval: 1 }).toEqual(['f4']);
  expect(performance.now() - finishedAt).toBeGreaterThanOrEqual(lastedMs - 1);
  running.pop()?.();
  await expect.poll(() => started.slice(6)).toEqual(['f5', 'f6', 'f7']);
});

test('when the queue is full, the caller with the most jobs loses its newest one', async () => {
  const { started, rejected, add, settle, finishAll } = makeQueue();
  add('flood', 'f0', 'f1', 'f2', 'f3', 'f4', 'f5');
  add('an', 'a1');
  await settle();
  expect(rejected).toEqual(['f5', 'f4']);
  await finishAll();
  expect(started).toEqual(['f0', 'f1', 'a1', 'f2', 'f3']);
});

test('a job that waits too long is rejected, and those after it keep their places', async () => {
  const { queue, started, rejected, add, settle, finishAll } = makeQueue({ maxWaitMs: 50 });
  add('an', 'a1', 'a2');
  add('binh', 'b1');
  await expect.poll(() => rejected).toEqual(['a2', 'b1']);
  expect(queue.waiting).toBe(0);
  add('an', 'a3');
  await finishAll();
  await settle();
  expect(started).toEqual(['a1', 'a3']);
  expect(rejected).toHaveLength(2);
});

test('when every caller has one job, a full queue rejects the last one', async () => {
  const { rejected, add, settle } = makeQueue();
  for (const name of ['running', 'a', 'b', 'c', 'd', 'late']) add(name, name);
  await settle();
  expect(rejected).toEqual(['late']);
});

test('background jobs are never rejected, do not count as waiting, and take their turn', async () => {
  const { started, rejected, add, finishAll } = makeQueue({ maxWaiting: 2 });
  add(background, 'x1', 'x2', 'x3', 'x4', 'x5');
  add('an', 'a1', 'a2');
  await finishAll();
  expect(rejected).toEqual([]);
  expect(started).toEqual(['x1', 'x2', 'a1', 'x3', 'a2', 'x4', 'x5']);
});

test('a job that throws before its first await frees its place', async () => {
  const { queue, started, add, finishAll } = makeQueue();
  const throwAtOnce = (): Promise<void> => {
    throw new Error('broken');
  };
  await expect(queue.run('an', throwAtOnce)).rejects.toThrow('broken');
  add('an', 'a1');
  await finishAll();
  expect(started).toEqual(['a1']);
});

test('a failed job affects only its caller', async () => {
  const { queue, started, add, finishAll } = makeQueue();
  const broken = queue.run('an', () => Promise.reject(new Error('broken')));
  add('an', 'a1');
  await expect(broken).rejects.toThrow('broken');
  await finishAll();
  expect(started).toEqual(['a1']);
});
