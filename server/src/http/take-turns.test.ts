import { expect, test } from 'vitest';
import { turnTaker } from './take-turns.ts';

/** The callers in the order in which they started, one list for each turn of the event loop. */
async function turnsOf(callers: string[], turns: number): Promise<string[][]> {
  const takeTurn = turnTaker();
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

test('a caller starts one request in a turn, and nobody waits for another caller', async () => {
  expect(await turnsOf(['an', 'an', 'an', 'bình', 'chi', 'bình'], 4)).toEqual([
    ['an', 'bình', 'chi'],
    ['an', 'bình'],
    ['an'],
    [],
  ]);
});

test('a caller who has waited for nothing starts at once', async () => {
  const takeTurn = turnTaker();
  expect(takeTurn('an')).toBeUndefined();
  expect(takeTurn('an')).toBeInstanceOf(Promise);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  expect(takeTurn('an')).toBeUndefined();
});
