import { setImmediate } from 'node:timers/promises';

const sliceMs = 2;

/** Maps the rows of a table in slices, so that a long one does not block other requests. */
export async function mapInSlices<T, R>(
  rows: readonly T[],
  map: (row: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  let sliceStartedAt = performance.now();
  for (const [index, row] of rows.entries()) {
    if (performance.now() - sliceStartedAt > sliceMs) {
      await setImmediate();
      sliceStartedAt = performance.now();
    }
    mapped.push(map(row, index));
  }
  return mapped;
}
