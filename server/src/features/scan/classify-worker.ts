import { constants, setPriority } from 'node:os';
import { decodeCrop, ImageError, type ImageErrorName } from './decode-crop.ts';
import { loadModel, type WasteModel } from './load-model.ts';

export interface ClassifyJob {
  modelFile: string;
  /** Without an image, the job only loads the model. */
  dataUrl?: string;
}

export type ClassifyResult = { probabilities: number[] } | { imageError: ImageErrorName };

// On Linux this lowers the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let loading: Promise<WasteModel> | undefined;

/**
 * Loads the model with the first job, since jobs would wait forever for a pool whose threads fail as they start.
 * If it cannot be loaded, that job fails and the next one tries again.
 */
function ensureModel(modelFile: string): Promise<WasteModel> {
  loading ??= loadModel(modelFile).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export default async function classify({
  modelFile,
  dataUrl,
}: ClassifyJob): Promise<ClassifyResult | undefined> {
  const model = await ensureModel(modelFile);
  if (dataUrl === undefined) return undefined;
  try {
    return { probabilities: await model(await decodeCrop(dataUrl)) };
  } catch (error) {
    if (error instanceof ImageError) return { imageError: error.errorName };
    throw error;
  }
}
