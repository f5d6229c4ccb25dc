import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { limits } from './rules/limits.ts';

export const wasteLabels = [
  'paper',
  'cardboard',
  'plastic',
  'metal',
  'glass',
  'food',
  'vegetation',
  'textile',
  'e_waste',
  'other',
] as const;
export const wasteLabel = z.enum(wasteLabels);
export type WasteLabel = z.infer<typeof wasteLabel>;

export const wasteGroups = ['recyclable', 'food', 'hazardous', 'other'] as const;
export const wasteGroup = z.enum(wasteGroups);
export type WasteGroup = z.infer<typeof wasteGroup>;

const confidence = z.number().min(0).max(1);

export const prediction = z.object({ label: wasteLabel, name: z.string(), confidence });

/** What belongs where, in words for a child. */
export const wasteAnswer = z.object({
  label: wasteLabel,
  name: z.string(),
  group: wasteGroup,
  groupName: z.string(),
  advice: z.string(),
});
export type WasteAnswer = z.infer<typeof wasteAnswer>;

export const scanResult = wasteAnswer.extend({
  confidence,
  /** The three best, the result first. */
  predictions: z.array(prediction).length(3),
});
export type ScanResult = z.infer<typeof scanResult>;

/** Names, groups and advice from waste-table.json, which an operator may edit. */
export const wasteTable = z.object({
  groups: z.record(wasteGroup, z.string().min(1)),
  labels: z.record(
    wasteLabel,
    z.object({ name: z.string().min(1), group: wasteGroup, advice: z.string().min(1) }),
  ),
});
export type WasteTable = z.infer<typeof wasteTable>;

/** Base64 takes four characters for three bytes, and the prefix some more. */
const maxDataUrlLength = Math.ceil(limits.maxScanBytes / 3) * 4 + 64;

export const scan = {
  analyze: endpoint({
    method: 'POST',
    path: '/api/analyze',
    summary: 'Classify the waste in a photo; the result is null if the classifier is not confident',
    access: everyone('self'),
    withoutIdempotencyKey: true,
    requestsPerMinute: limits.scansPerMinute,
    body: z.object({
      image: z
        .string()
        .max(maxDataUrlLength)
        .regex(/^data:image\/(jpeg|png|webp);base64,/, nameError('not_an_image')),
    }),
    maxBodyBytes: maxDataUrlLength + 1024,
    response: z.object({
      result: scanResult.nullable(),
      /** The most probable answers, for a child who sees it better. */
      guesses: z.array(wasteAnswer),
    }),
  }),
};
