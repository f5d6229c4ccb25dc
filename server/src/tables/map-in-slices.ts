import { setImmediate } from 'node:timers/promises';

const rowsAtOnce = 100;

/** Maps the rows of a table some at a time: a long one must not keep other requests waiting. */
export async function mapInSlices<T, R>(
  rows: readonly T[],
  map: (row: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    mapped.push(map(row, index));
  }
  return mapped;
}
