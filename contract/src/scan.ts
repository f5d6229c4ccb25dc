import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
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

export const scanResult = z.object({
  label: wasteLabel,
  name: z.string(),
  group: wasteGroup,
  groupName: z.string(),
  confidence,
  advice: z.string(),
  /** The three best, the answer first. */
  predictions: z.array(prediction).length(3),
});
export type ScanResult = z.infer<typeof scanResult>;

/** Names, groups and advice, from the one file that an operator may edit (waste-table.json). */
export const wasteTable = z.object({
  groups: z.record(wasteGroup, z.string().min(1)),
  labels: z.record(
    wasteLabel,
    z.object({ name: z.string().min(1), group: wasteGroup, advice: z.string().min(1) }),
  ),
});
export type WasteTable = z.infer<typeof wasteTable>;

/** Four characters for three bytes, and a little for what stands before them. */
const dataUrlLengthMax = Math.ceil(limits.scanBytesMax / 3) * 4 + 64;

export const scan = {
  analyze: endpoint({
    method: 'POST',
    path: '/api/analyze',
    summary: 'What a photographed thing is made of and where it belongs; null when it is not clear',
    access: everyone('self'),
    withoutKey: true,
    callsPerMinute: limits.scansPerMinute,
    body: z.object({
      image: z
        .string()
        .max(dataUrlLengthMax)
        .regex(/^data:image\/(jpeg|png|webp);base64,/),
    }),
    maxBodyBytes: dataUrlLengthMax + 1024,
    response: z.object({ result: scanResult.nullable() }),
  }),
};
