import { expect, test } from 'vitest';
import { createTurnTaker } from './take-turns.ts';

/** The callers in the order in which they started, one list for each turn of the event loop. */
async function recordTurns(callers: string[], turns: number): Promise<string[][]> {
  const takeTurn = createTurnTaker();
  const started: string[][] = [[]];
  for (const caller of callers) {
    void (async () => {
      await takeTurn(caller);
      started.at(-1)?.push(caller);
    })();
  }
  await Promise.resolve();
  while (started.length < turns) {
    started.push([]);
    await new Promise(setImmediate);
  }
  return started;
}

test('a caller starts one request per turn, and nobody waits for another caller', async () => {
  expect(await recordTurns(['an', 'an', 'an', 'bình', 'chi', 'bình'], 4)).toEqual([
    ['an', 'bình', 'chi'],
    ['an', 'bình'],
    ['an'],
    [],
  ]);
});

test('a caller without waiting requests starts at once', async () => {
  const takeTurn = createTurnTaker();
  expect(takeTurn('an')).toBeUndefined();
  expect(takeTurn('an')).toBeInstanceOf(Promise);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  expect(takeTurn('an')).toBeUndefined();
});

test('a flood pauses between its requests until few are left, and nobody else does', async () => {
  const takeTurn = createTurnTaker();
  const started = { flood: 0, an: 0 };
  const send = async (caller: keyof typeof started) => {
    await takeTurn(caller);
    started[caller] += 1;
  };
  const startedAt = performance.now();
  const flood = Array.from({ length: 100 }, () => send('flood'));
  for (let sent = 0; sent < 20; sent++) void send('an');
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(started.an).toBe(20);
  await Promise.all(flood);
  // Some 35 pauses of 2 ms; without them it is over in one or two.
  expect(performance.now() - startedAt).toBeGreaterThan(50);
});
