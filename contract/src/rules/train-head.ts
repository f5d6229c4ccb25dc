import { multiplyRows, type RidgeProblem, solveRidge } from './ridge.ts';
import {
  applyHead,
  decodeCentre,
  emptyHead,
  encodeCentre,
  type HeadRow,
  isWinning,
  minTaughtPhotos,
  normalizeFeatures,
  type TaughtHead,
  toDirection,
  toRoots,
} from './taught-head.ts';

export interface TaughtExample {
  kind: number;
  features: Float32Array;
}

/** Photos that show no taught kind, equally many of each material that the shipped net knows. */
export interface Reference {
  centre: Float32Array;
  /** One material after the other. */
  directions: Float64Array[];
  /** Of the directions with each other: most of the work of a training. */
  products: Float64Array[];
  materialCount: number;
}

export interface TrainedHead {
  head: TaughtHead<number>;
  /** The kind that each example is taken for when it is left out itself; null if for none. */
  seenAs: (number | null)[];
}

/** A byte is a root of a feature. Rows are scaled so that the largest is 255, as their features have the length one anyway. */
export function encodeReference(photos: readonly Float32Array[]): Uint8Array {
  const rows = photos.map((features) => {
    const roots = toRoots(features);
    const largest = roots.reduce((a, b) => Math.max(a, b), 0) || 1;
    return Array.from(roots, (root) => Math.round((255 * root) / largest));
  });
  return Uint8Array.from(rows.flat());
}

export function decodeReference(
  bytes: Uint8Array,
  { featureCount, materialCount }: { featureCount: number; materialCount: number },
): Reference {
  const count = bytes.length / featureCount;
  if (count === 0 || count % materialCount !== 0) throw new Error('The reference file is damaged');
  const photos = Array.from({ length: count }, (_, index) => {
    const row = bytes.subarray(index * featureCount, (index + 1) * featureCount);
    return toRoots(normalizeFeatures(Float32Array.from(row, (root) => root ** 2)));
  });
  const sum = new Float32Array(featureCount);
  for (const roots of photos) {
    for (let i = 0; i < featureCount; i++) sum[i] = (sum[i] ?? 0) + (roots[i] ?? 0);
  }
  // As a head stores it.
  const centre = decodeCentre(encodeCentre(sum.map((value) => value / count)));
  const directions = photos.map((roots) => Float64Array.from(toDirection(roots, centre)));
  return { centre, directions, products: multiplyRows(directions), materialCount };
}

/** The order of the examples does not matter. */
export function trainHead(examples: readonly TaughtExample[], reference: Reference): TrainedHead {
  const kinds = listKinds(examples);
  if (kinds.length === 0) return { head: emptyHead, seenAs: examples.map(() => null) };
  const { centre, directions, products, materialCount } = reference;
  const taking = examples.filter(({ kind }) => kinds.includes(kind));
  const classes = [
    ...directions.map((_, index) => Math.floor((index * materialCount) / directions.length)),
    ...taking.map(({ kind }) => materialCount + kinds.indexOf(kind)),
  ];
  const rows = taking.map(({ features }) =>
    Float64Array.from(toDirection(toRoots(features), centre)),
  );
  const classCount = materialCount + kinds.length;
  const { weights, leftOut } = fitClasses({
    rows: [...directions, ...rows],
    products,
    classes,
    classCount,
  });
  const head = {
    centre: encodeCentre(centre),
    bias: 1 / classCount,
    materials: weights.slice(0, materialCount).map(quantize),
    kinds: weights.slice(materialCount).map((row, index) => ({
      kind: kinds[index] as number,
      ...quantize(row),
    })),
  };
  const own = new Map(
    taking.map((example, index) => [example, leftOut[directions.length + index] as number[]]),
  );
  return {
    head,
    seenAs: examples.map((example) => {
      const scores = own.get(example);
      // A photo of a kind with too few was left out anyway.
      if (!scores) return applyHead(head, example.features).found ?? null;
      return chooseKind(scores, kinds, materialCount);
    }),
  };
}

/** The kinds with enough photos. */
function listKinds(examples: readonly TaughtExample[]): number[] {
  const counts = new Map<number, number>();
  for (const { kind } of examples) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= minTaughtPhotos).map(([kind]) => kind);
}

/** Every class counts the same, however many photos it has. */
function fitClasses({
  rows,
  products,
  classes,
  classCount,
}: Pick<RidgeProblem, 'rows' | 'products'> & { classes: number[]; classCount: number }) {
  const counts = Array.from({ length: classCount }, () => 0);
  for (const index of classes) counts[index] = (counts[index] ?? 0) + 1;
  const bias = 1 / classCount;
  const { weights, leftOut } = solveRidge({
    rows,
    products,
    weights: classes.map((index) => rows.length / classCount / (counts[index] ?? 1)),
    targets: classes.map((own) => counts.map((_, index) => (index === own ? 1 : 0) - bias)),
  });
  return { weights, leftOut: leftOut.map((scores) => scores.map((score) => score + bias)) };
}

function chooseKind(scores: number[], kinds: number[], materialCount: number): number | null {
  const ofKinds = scores.slice(materialCount);
  const best = Math.max(...ofKinds);
  return isWinning(best, scores.slice(0, materialCount))
    ? (kinds[ofKinds.indexOf(best)] ?? null)
    : null;
}

function quantize(weights: Float32Array): HeadRow {
  const largest = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0);
  const scale = largest / 127 || 1;
  return { scale, values: Int8Array.from(weights, (weight) => Math.round(weight / scale)) };
}
