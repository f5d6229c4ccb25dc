export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that so many per cent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (found === undefined) throw new Error('There is nothing to take a percentile of');
  return found;
}
