import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { wasteLabels } from '@lop-xanh/contract/scan';
import { z } from 'zod';

/** Written by the training next to the weights. */
const modelInfo = z.object({
  sha256: z.string().length(64),
  /** The lowest probability that counts as a result. */
  threshold: z.number().min(0).max(1),
  labels: z.array(z.enum(wasteLabels)).refine((labels) => labels.join() === wasteLabels.join()),
});
export type ModelInfo = z.infer<typeof modelInfo>;

export const shippedModel = fileURLToPath(
  new URL('../../../../ml/weights/large.onnx', import.meta.url),
);

/** Reads a model's info; throws if the model file is missing or its checksum differs. */
export async function verifyModel(file: string): Promise<ModelInfo> {
  const info = modelInfo.parse(
    JSON.parse(await readFile(file.replace(/\.onnx$/, '.json'), 'utf8')),
  );
  const digest = createHash('sha256').update(await readFile(file));
  if (digest.digest('hex') !== info.sha256) throw new Error(`${file} is damaged`);
  return info;
}
