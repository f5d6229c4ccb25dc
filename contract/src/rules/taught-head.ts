/**
 * What a school taught its scanner: a linear head on what a net sees, its features, which here have the length one. The
 * same on the server and on the device. `train-head.ts` makes it.
 */

/** The server's net, or the smaller one on the device. */
export type Net = 'server' | 'device';

/** How many features a photo has. */
export const featureCounts: Record<Net, number> = { server: 2048, device: 1024 };

/** A kind with fewer photos takes no part. */
export const minTaughtPhotos = 3;

/** A kind wins above this score. Lower ones find more and raise more false alarms (ml/MODEL_CARD.md). */
export const winningScore = 0.45;

/** Weights in steps of `scale`. */
export interface HeadRow {
  scale: number;
  values: Int8Array;
}

export interface TaughtHead<Kind> {
  /** The mean root of each feature over the reference photos, see `decodeCentre`. */
  centre: Uint16Array;
  bias: number;
  /** Of the materials that the reference photos show: what a taught kind is not. */
  materials: HeadRow[];
  kinds: (HeadRow & { kind: Kind })[];
}

const centreStep = 1 / 0xff_ff;

export function encodeCentre(centre: Float32Array): Uint16Array {
  return Uint16Array.from(centre, (root) => Math.round(root / centreStep));
}

export function decodeCentre(centre: Uint16Array): Float32Array {
  return new Float32Array(centre).map((steps) => steps * centreStep);
}

/** Finds nothing. */
export const emptyHead: TaughtHead<never> = {
  centre: new Uint16Array(),
  bias: 0,
  materials: [],
  kinds: [],
};

interface TaughtScores<Kind> {
  /** The best first. Nearly all scores are between 0 and 1. */
  ranked: { kind: Kind; score: number }[];
  /** The first of them, or undefined where the shipped net answers. */
  found: Kind | undefined;
}

export function applyHead<Kind>(
  { centre, bias, materials, kinds }: TaughtHead<Kind>,
  features: Float32Array,
): TaughtScores<Kind> {
  const direction = toDirection(toRoots(features), decodeCentre(centre));
  const score = (row: HeadRow) => bias + multiply(row, direction);
  const ranked = kinds
    .map((row) => ({ kind: row.kind, score: score(row) }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  const isFound = best && isWinning(best.score, materials.map(score));
  return { ranked, found: isFound ? best.kind : undefined };
}

/** Whether a photo with these scores shows the taught kind rather than one of the materials. */
export function isWinning(score: number, materialScores: readonly number[]): boolean {
  return score > winningScore && materialScores.every((material) => score >= material);
}

/** Roots keep a few strong features from outweighing the rest. */
export function toRoots(features: Float32Array): Float32Array {
  return features.map((value) => Math.sqrt(Math.max(0, value)));
}

/** Where a photo lies from the centre of the reference photos. */
export function toDirection(roots: Float32Array, centre: Float32Array): Float32Array {
  return normalizeFeatures(roots.map((root, index) => root - (centre[index] ?? 0)));
}

export function normalizeFeatures(features: Float32Array): Float32Array {
  const length = Math.sqrt(dot(features, features)) || 1;
  return features.map((value) => value / length);
}

/** Of features with the length one, their cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  // Without a check of each index, which would take half of the time.
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function multiply({ scale, values }: HeadRow, direction: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] as number) * (direction[i] as number);
  return scale * sum;
}
