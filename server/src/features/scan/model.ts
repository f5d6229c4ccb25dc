import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Net } from '@lop-xanh/contract/rules/taught-head';
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
/** The one that phones run without the server. */
export const deviceModel = fileURLToPath(
  new URL('../../../../ml/weights/small.onnx', import.meta.url),
);

/** What each net sees in photos that show no taught kind, as `npm run evaluate-teaching` writes it. */
export const referenceFiles: Record<Net, string> = {
  server: fileURLToPath(new URL('../../../../ml/weights/large-reference.bin', import.meta.url)),
  device: fileURLToPath(new URL('../../../../ml/weights/small-reference.bin', import.meta.url)),
};

export async function readModelInfo(file: string): Promise<ModelInfo> {
  return modelInfo.parse(JSON.parse(await readFile(file.replace(/\.onnx$/, '.json'), 'utf8')));
}

/** Reads a model's info; throws if the model file is missing or its checksum differs. */
export async function verifyModel(file: string): Promise<ModelInfo> {
  const info = await readModelInfo(file);
  const digest = createHash('sha256');
  // In parts: the whole model would block other requests.
  for await (const part of createReadStream(file)) digest.update(part);
  if (digest.digest('hex') !== info.sha256) throw new Error(`${file} is damaged`);
  return info;
}
