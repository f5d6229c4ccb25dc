import { generateLoad, type LoadLimits, type LoadResult, type Target } from './load.ts';
import { median, percentile } from './statistics.ts';

const defaultRounds = 15;
const warmUp: LoadLimits = { maxSeconds: 4, maxRequests: 20_000 };
const round: LoadLimits = { maxSeconds: 1, maxRequests: 10_000 };

/** Loads the targets in turn, round after round, so that a change in machine speed affects all equally. */
export async function compare<Name extends string>(
  targets: Record<Name, Target | readonly Target[]>,
  rounds = defaultRounds,
): Promise<Record<Name, LoadResult[]>> {
  const names = Object.keys(targets) as Name[];
  for (const name of names) await generateLoad(targets[name], warmUp);
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    LoadResult[]
  >;
  for (let number = 0; number < rounds; number++) {
    for (const name of names) results[name].push(await generateLoad(targets[name], round));
  }
  return results;
}

/** Our rate relative to theirs, per round. */
export function computeRatios(ours: LoadResult[], theirs: LoadResult[]): number[] {
  return ours.map(
    ({ requestsPerSecond }, round) =>
      requestsPerSecond / (theirs[round]?.requestsPerSecond ?? Number.NaN),
  );
}

/** The median and the interquartile range, which is wide on a busy machine. */
export function describeRatios(ratios: number[]): string {
  const [low, middle, high] = [25, 50, 75].map((percent) => percentile(ratios, percent).toFixed(2));
  return `${middle} (${low} to ${high})`;
}

export const comparisonHeading = ['', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms'];

/** A row for `comparisonHeading`: the medians of all rounds. */
export function toComparisonRow(label: string, results: LoadResult[]): string[] {
  const medianOf = (pick: (result: LoadResult) => number) => median(results.map(pick));
  return [
    label,
    Math.round(medianOf(({ requestsPerSecond }) => requestsPerSecond)).toLocaleString('en'),
    medianOf(({ p50 }) => p50).toFixed(1),
    medianOf(({ p95 }) => p95).toFixed(1),
    medianOf(({ p99 }) => p99).toFixed(1),
  ];
}
