import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { featureCounts, type Net } from '@lop-xanh/contract/rules/taught-head';
import { decodeReference, encodeReference } from '@lop-xanh/contract/rules/train-head';
import { wasteLabels } from '@lop-xanh/contract/scan';
import { type Measures, openExperiment } from '../evaluation/experiment.ts';
import { readOutputs } from '../evaluation/outputs.ts';
import { readPhotos } from '../evaluation/photos.ts';
import { pickReference } from '../evaluation/reference.ts';
import { deviceModel, referenceFiles, shippedModel } from '../features/scan/model.ts';
import { readDefaultPack } from '../features/scan/waste-packs.ts';

/**
 * Measures what teaching adds, with the server's own code: `npm run evaluate-teaching -- <photos> <output folder>`.
 * Writes the tables and the reference files of both nets.
 */
const [folder, out] = process.argv.slice(2);
if (!folder || !out) {
  console.error('Usage: npm run evaluate-teaching -- <folder with the photos> <output folder>');
  process.exit(1);
}

/** Others than those with which the ridge and the winning score were chosen. */
const seeds = Array.from({ length: 20 }, (_, index) => 1000 + index);
const pack = readDefaultPack();
const all = readPhotos(folder);
const picked = pickReference(all);
const photos = [...picked, ...all.filter(({ split }) => split !== 'val')];
mkdirSync(out, { recursive: true });
const models: Record<Net, string> = { server: shippedModel, device: deviceModel };

for (const net of ['device', 'server'] as const) {
  const modelFile = models[net];
  const name = basename(modelFile, '.onnx');
  const cacheFile = join(out, `${name}-outputs.jsonl`);
  const outputs = await readOutputs(photos, { modelFile, folder, cacheFile });
  const bytes = encodeReference(outputs.slice(0, picked.length).map(({ features }) => features));
  writeFileSync(join(out, `${name}-reference.bin`), bytes);
  const isShipped = readFileSync(referenceFiles[net]).equals(bytes);
  const reference = decodeReference(bytes, {
    featureCount: featureCounts[net],
    materialCount: wasteLabels.length,
  });
  const seen = outputs.map((output, index) => ({ ...photos[index], ...output }) as never);
  const experiment = openExperiment(seen, reference, pack);
  const table = [
    '| | %, mean of 20 draws | 95 % of the draws |',
    '|---|---|---|',
    ...[10, 50].flatMap((count) =>
      format(count, (...draw) => experiment.measureHousehold(...draw)),
    ),
    ...format(10, (...draw) => experiment.measureNewKinds(...draw)),
  ];
  writeFileSync(join(out, `${name}-taught.md`), `${table.join('\n')}\n`);
  console.log(`${name}, reference ${isShipped ? 'as shipped' : 'other than shipped'}`);
  console.log(`${table.join('\n')}\n`);
}

function format(count: number, measure: (count: number, seed: number) => Measures): string[] {
  const draws = seeds.map((seed) => measure(count, seed));
  return Object.keys(draws[0] ?? {}).map((name) => {
    const values = draws.map((draw) => draw[name] ?? 0).toSorted((a, b) => a - b);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const [low, high] = [0.025, 0.975].map((share) => findQuantile(values, share).toFixed(1));
    return `| ${name} (${count} photos) | ${mean.toFixed(1)} | ${low} to ${high} |`;
  });
}

/** Between two values if it falls there. */
function findQuantile(sorted: number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [low = 0, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return low + (place % 1) * (high - low);
}
