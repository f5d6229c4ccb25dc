import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { featureCounts, type Net } from '@lop-xanh/contract/rules/taught-head';
import {
  decodeReference,
  type Reference,
  type TrainedHead,
  trainHead,
} from '@lop-xanh/contract/rules/train-head';
import { wasteLabels } from '@lop-xanh/contract/scan';
import { decodeHalves } from '../../lib/half-floats.ts';
import { decodeViews, encodeSmall, ImageError, type ImageErrorName } from './decode-views.ts';
import { loadModel, type ModelOutput, type WasteModel } from './load-model.ts';
import { referenceFiles } from './model.ts';

/** What one of the nets saw in the photos that a school taught. */
export interface PackedExamples {
  net: Net;
  kinds: number[];
  /** Little-endian 16-bit floats of one photo after the other. */
  features: Uint8Array;
}

export type WorkerJob =
  | { task: 'load'; modelFile: string }
  | { task: 'classify'; modelFile: string; dataUrl: string }
  | {
      task: 'describe';
      modelFile: string;
      deviceModelFile: string;
      dataUrl: string;
      withCopy: boolean;
    }
  | { task: 'train'; examples: PackedExamples };

export interface DescribedImage extends ModelOutput {
  deviceFeatures: Float32Array;
  /** A small WebP without metadata, if one was asked for. */
  copy?: Uint8Array;
}

export type ImageResult<Output> = Output | { imageError: ImageErrorName };

// On Linux this lowers the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const loading = new Map<string, Promise<WasteModel>>();

/**
 * Loads a model with the first job that needs it, since jobs would wait forever for a pool whose threads fail as they
 * start. If it cannot be loaded, that job fails and the next one tries again.
 */
function ensureModel(modelFile: string): Promise<WasteModel> {
  const model =
    loading.get(modelFile) ??
    loadModel(modelFile).catch((error: unknown) => {
      loading.delete(modelFile);
      throw error;
    });
  loading.set(modelFile, model);
  return model;
}

const references = new Map<Net, Reference>();

async function readReference(net: Net): Promise<Reference> {
  const known = references.get(net);
  if (known) return known;
  const size = { featureCount: featureCounts[net], materialCount: wasteLabels.length };
  const reference = decodeReference(await readFile(referenceFiles[net]), size);
  references.set(net, reference);
  return reference;
}

export default async function work(
  job: WorkerJob,
): Promise<ImageResult<ModelOutput | DescribedImage> | TrainedHead | undefined> {
  if (job.task === 'train') {
    return trainHead(unpack(job.examples), await readReference(job.examples.net));
  }
  const model = await ensureModel(job.modelFile);
  if (job.task === 'load') return undefined;
  try {
    const views = await decodeViews(job.dataUrl);
    const output = await model(views);
    if (job.task === 'classify') return output;
    const deviceModel = await ensureModel(job.deviceModelFile);
    return {
      ...output,
      deviceFeatures: (await deviceModel(views)).features,
      ...(job.withCopy && { copy: await encodeSmall(job.dataUrl) }),
    };
  } catch (error) {
    if (error instanceof ImageError) return { imageError: error.errorName };
    throw error;
  }
}

function unpack({ kinds, features }: PackedExamples) {
  const bytes = features.length / kinds.length;
  return kinds.map((kind, index) => ({
    kind,
    features: decodeHalves(features.subarray(index * bytes, (index + 1) * bytes)),
  }));
}
