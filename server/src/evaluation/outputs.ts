import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClassifier } from '../features/scan/classifier.ts';
import { decodeHalves, encodeHalves } from '../lib/half-floats.ts';
import type { Photo } from './photos.ts';

/** What a net sees in a photo; the features as the database stores them. */
export interface PhotoOutput {
  probabilities: number[];
  features: Float32Array;
}

interface CachedOutput {
  path: string;
  probabilities: number[];
  /** Half-precision floats in Base64. */
  features: string;
}

/**
 * Lets a net see photos through the server's own code. Each output is added to the cache, so that an interrupted run
 * goes on where it was.
 */
export async function readOutputs(
  photos: Photo[],
  { modelFile, folder, cacheFile }: { modelFile: string; folder: string; cacheFile: string },
): Promise<PhotoOutput[]> {
  const cached = readCache(cacheFile);
  const missing = photos.filter(({ path }) => !cached.has(path));
  const classifier = openClassifier({ modelFile, threads: 1 });
  for (const [index, { path }] of missing.entries()) {
    const image = `data:image/jpeg;base64,${readFileSync(join(folder, path)).toString('base64')}`;
    const { probabilities, features } = await classifier.classify(image);
    const output = { path, probabilities, features: encodeHalves(features).toString('base64') };
    cached.set(path, output);
    appendFileSync(cacheFile, `${JSON.stringify(output)}\n`);
    if (index % 500 === 0) console.error(`${index} of ${missing.length} photos`);
  }
  await classifier.close();
  return photos.map(({ path }) => {
    const { probabilities, features } = cached.get(path) as CachedOutput;
    return { probabilities, features: decodeHalves(Buffer.from(features, 'base64')) };
  });
}

function readCache(file: string): Map<string, CachedOutput> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const output: CachedOutput = JSON.parse(line);
      return [output.path, output];
    }),
  );
}
