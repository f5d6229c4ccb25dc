import { expect, test } from 'vitest';
import { background, type Caller, FairQueue } from './fair-queue.ts';

/** A queue whose jobs end when they are told to, and what it started and refused so far. */
function makeQueue({ atOnce = 1, atOnceOfCaller = 9, waitingMax = 4 } = {}) {
  const queue = new FairQueue({ atOnce, atOnceOfCaller, waitingMax, retryAfterSeconds: 3 });
  const started: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const add = (caller: Caller, ...names: string[]) => {
    for (const name of names) {
      const job = () => {
        started.push(name);
        return new Promise<void>((resolve) => running.push(resolve));
      };
      queue.run(caller, job).catch((error) => {
        expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 3 });
        refused.push(name);
      });
    }
  };
  const settle = () => new Promise(setImmediate);
  const finishAll = async () => {
    for (; running.length > 0; await settle()) running.shift()?.();
  };
  return { queue, started, refused, add, settle, finishAll };
}

test('no more jobs run at once than allowed, and the others follow', async () => {
  const { queue, started, add, finishAll } = makeQueue({ atOnce: 2 });
  add('an', 'a1', 'a2', 'a3', 'a4');
  expect(started).toEqual(['a1', 'a2']);
  expect(queue.waiting).toBe(2);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('callers take turns, however many jobs one of them has', async () => {
  const { started, add, finishAll } = makeQueue({ waitingMax: 10 });
  add('an', 'a1', 'a2', 'a3', 'a4');
  add('binh', 'b1');
  add('chi', 'c1', 'c2');
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
});

test('a caller has no more jobs running than allowed, and holds up nobody else', async () => {
  const { started, add, settle, finishAll } = makeQueue({ atOnce: 3, atOnceOfCaller: 1 });
  add('an', 'a1', 'a2', 'a3');
  add('binh', 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await finishAll();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('when the queue is full, the caller with the most jobs loses the newest of them', async () => {
  const { started, refused, add, settle, finishAll } = makeQueue();
  add('flood', 'f0', 'f1', 'f2', 'f3', 'f4', 'f5');
  add('an', 'a1');
  await settle();
  expect(refused).toEqual(['f5', 'f4']);
  await finishAll();
  expect(started).toEqual(['f0', 'f1', 'a1', 'f2', 'f3']);
});

test('a full queue of as many callers as jobs refuses the one who comes last', async () => {
  const { refused, add, settle } = makeQueue();
  for (const name of ['running', 'a', 'b', 'c', 'd', 'late']) add(name, name);
  await settle();
  expect(refused).toEqual(['late']);
});

test('work in the background is never refused, takes no place, and has its turn', async () => {
  const { started, refused, add, finishAll } = makeQueue({ waitingMax: 2 });
  add(background, 'x1', 'x2', 'x3', 'x4', 'x5');
  add('an', 'a1', 'a2');
  await finishAll();
  expect(refused).toEqual([]);
  expect(started).toEqual(['x1', 'x2', 'a1', 'x3', 'a2', 'x4', 'x5']);
});

test('a job that fails fails for its caller alone', async () => {
  const { queue, started, add, finishAll } = makeQueue();
  const broken = queue.run('an', () => Promise.reject(new Error('broken')));
  add('an', 'a1');
  await expect(broken).rejects.toThrow('broken');
  await finishAll();
  expect(started).toEqual(['a1']);
});
