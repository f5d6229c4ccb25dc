import { type Bounds, type Figures, load, type Target } from './load.ts';
import { median, percentile } from './statistics.ts';

const usualRounds = 15;
const warmUp: Bounds = { seconds: 4, requests: 20_000 };
const round: Bounds = { seconds: 1, requests: 10_000 };

/** Loads the targets in turn, round after round, so that a drift of the machine meets all alike. */
export async function compare<Name extends string>(
  targets: Record<Name, Target | readonly Target[]>,
  rounds = usualRounds,
): Promise<Record<Name, Figures[]>> {
  const names = Object.keys(targets) as Name[];
  for (const name of names) await load(targets[name], warmUp);
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Figures[]
  >;
  for (let number = 0; number < rounds; number++) {
    for (const name of names) measured[name].push(await load(targets[name], round));
  }
  return measured;
}

/** How one does beside another, round by round. */
export function ratiosOf(ours: Figures[], theirs: Figures[]): number[] {
  return ours.map(({ requestsPerSecond }, at) => {
    const beside = theirs[at]?.requestsPerSecond ?? Number.NaN;
    return requestsPerSecond / beside;
  });
}

/** The median, and how far the middle half of the rounds lies apart: wide on a busy machine. */
export function describeRatios(ratios: number[]): string {
  const [low, middle, high] = [25, 50, 75].map((percent) => percentile(ratios, percent).toFixed(2));
  return `${middle} (${low} to ${high})`;
}

export const comparisonHeading = ['', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms'];

/** A row under that heading: the medians over the rounds. */
export function comparisonRow(label: string, figures: Figures[]): string[] {
  const of = (pick: (figures: Figures) => number) => median(figures.map(pick));
  return [
    label,
    Math.round(of(({ requestsPerSecond }) => requestsPerSecond)).toLocaleString('en'),
    of(({ p50 }) => p50).toFixed(1),
    of(({ p95 }) => p95).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
  ];
}
