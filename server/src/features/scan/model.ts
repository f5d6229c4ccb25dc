import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { wasteLabels } from '@lop-xanh/contract/scan';
import { z } from 'zod';

/** What the training says of its weights: their checksum, and from which probability on they are to be believed. */
const modelNotes = z.object({
  sha256: z.string().length(64),
  threshold: z.number().min(0).max(1),
  labels: z.array(z.enum(wasteLabels)).refine((labels) => labels.join() === wasteLabels.join()),
});
export type ModelNotes = z.infer<typeof modelNotes>;

export const shippedModel = fileURLToPath(
  new URL('../../../../ml/weights/large.onnx', import.meta.url),
);

/** Reads a model's notes; throws when the file beside them is missing or not the one they speak of. */
export async function checkModel(file: string): Promise<ModelNotes> {
  const notes = modelNotes.parse(
    JSON.parse(await readFile(file.replace(/\.onnx$/, '.json'), 'utf8')),
  );
  const digest = createHash('sha256').update(await readFile(file));
  if (digest.digest('hex') !== notes.sha256) throw new Error(`${file} is damaged`);
  return notes;
}
