import { z } from 'zod';
import { endpoint, everyone, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl } from './fields.ts';
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

/** Kinds that the shipped classifier does not know. A child may name them, and a school may teach them. */
const untrainedKinds = [
  'battery',
  'bulb',
  'chemical',
  'medicine',
  'milk_carton',
  'nylon_bag',
  'cable',
] as const;
export const wasteKinds = [...wasteLabels, ...untrainedKinds] as const;
export const wasteKind = z.enum(wasteKinds);
export type WasteKind = z.infer<typeof wasteKind>;

export const wasteGroups = ['recyclable', 'food', 'hazardous', 'other'] as const;
export const wasteGroup = z.enum(wasteGroups);
export type WasteGroup = z.infer<typeof wasteGroup>;

export const binColours = ['blue', 'green', 'grey', 'red', 'yellow'] as const;

/** Where a group goes, as a child would call it: a bin, a bag or a box. */
const wasteBin = z.strictObject({ name: z.string().min(1), colour: z.enum(binColours) });

const confidence = z.number().min(0).max(1);

/** A kind that we know, or `kind-` and the id of one that only the school knows. */
const answerLabel = z.string();

export const prediction = z.object({ label: answerLabel, name: z.string(), confidence });

/** What belongs where, in words for a child. */
export const wasteAnswer = z.object({
  label: answerLabel,
  name: z.string(),
  group: wasteGroup,
  groupName: z.string(),
  /** Absent from a server of a former version. */
  bin: wasteBin.optional(),
  advice: z.string(),
});
export type WasteAnswer = z.infer<typeof wasteAnswer>;

export const scanResult = wasteAnswer.extend({
  confidence,
  /** The three best, the result first. */
  predictions: z.array(prediction).length(3),
  /** The user's school taught this answer. */
  taught: z.literal(true).optional(),
});
export type ScanResult = z.infer<typeof scanResult>;

const packHead = z.strictObject({
  name: z.string().min(1),
  /** The rules that the pack follows. */
  sources: z
    .array(z.strictObject({ title: z.string().min(1), url: z.url(), date: z.iso.date() }))
    .min(1),
});
const packGroup = z.strictObject({ name: z.string().min(1), bin: wasteBin });
const packKind = z.strictObject({
  name: z.string().min(1),
  group: wasteGroup,
  /** Where it goes instead of the bin of its group. */
  bin: wasteBin.optional(),
  advice: z.string().min(1),
});
/** Kinds that are easily taken for another one which belongs into another bin: the child is asked. */
const lookalikes = z.partialRecord(wasteKind, wasteKind);

/** How waste is sorted in a province, in words for a child. */
export const wastePack = packHead.extend({
  groups: z.record(wasteGroup, packGroup),
  kinds: z.record(wasteKind, packKind),
  lookalikes,
});
export type WastePack = z.infer<typeof wastePack>;

/** The file of a pack: what is missing is as in the default pack. */
export const wastePackFile = packHead.extend({
  groups: z.partialRecord(wasteGroup, packGroup).optional(),
  kinds: z.partialRecord(wasteKind, packKind).optional(),
  lookalikes: lookalikes.optional(),
});
export type WastePackFile = z.infer<typeof wastePackFile>;

/** The name of its file. */
const packId = z.string();
const chosenPack = wastePack.extend({ id: packId });
export type ChosenPack = z.infer<typeof chosenPack>;

const packChoice = z.object({
  /** The school's; the default one if the school has none that still exists. */
  chosen: packId,
  packs: z.array(chosenPack.omit({ kinds: true, lookalikes: true })),
});

/** Base64 takes four characters for three bytes, and the prefix some more. */
export const maxDataUrlLength = Math.ceil(limits.maxScanBytes / 3) * 4 + 64;

export const photoDataUrl = z
  .string()
  .max(maxDataUrlLength)
  .regex(/^data:image\/(jpeg|png|webp);base64,/, nameError('not_an_image'));

export const scan = {
  analyze: endpoint({
    method: 'POST',
    path: '/api/analyze',
    summary: 'Classify the waste in a photo; the result is null if the classifier is not confident',
    access: everyone('self'),
    withoutIdempotencyKey: true,
    requestsPerMinute: limits.scansPerMinute,
    body: z.object({ image: photoDataUrl }),
    maxBodyBytes: maxDataUrlLength + 1024,
    response: z.object({
      result: scanResult.nullable(),
      /** The most probable answers, for a child who sees it better; absent from a server of a former version. */
      guesses: z.array(wasteAnswer).optional(),
    }),
  }),
  pack: endpoint({
    method: 'GET',
    path: '/api/scanner/pack',
    summary: "How waste is sorted at one's school; for an Admin, the default",
    access: everyone('self'),
    response: chosenPack,
  }),
  packs: endpoint({
    method: 'GET',
    path: '/api/scanner/packs',
    summary: 'The packs that a school can choose from',
    access: managers,
    query: z.object({ school_id: idInUrl.optional() }),
    response: packChoice,
  }),
  choosePack: endpoint({
    method: 'PUT',
    path: '/api/scanner/pack',
    summary: "Choose the pack of a school, which decides the scanner's answers there",
    access: managers,
    body: z.object({ pack: packId, school_id: id.optional() }),
    response: packChoice,
  }),
};
