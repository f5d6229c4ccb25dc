import { setImmediate } from 'node:timers/promises';

const sliceRows = 100;

/** Maps the rows of a table in slices, so that a long one does not block other requests. */
export async function mapInSlices<T, R>(
  rows: readonly T[],
  map: (row: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % sliceRows === sliceRows - 1) await setImmediate();
    mapped.push(map(row, index));
  }
  return mapped;
}
