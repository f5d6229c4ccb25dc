import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl, idParams, messageResponse } from './fields.ts';
import { limits } from './rules/limits.ts';
import {
  maxDataUrlLength,
  photoDataUrl,
  wasteAnswer,
  wasteGroup,
  wasteKind,
  wasteLabel,
} from './scan.ts';

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

/** What a school says about a kind of thing, in words for a child. */
const kindFields = z.object({
  /** A kind that we know, which brings a drawing; null for one that only the school knows. */
  label: wasteKind.nullable(),
  name: z.string().trim().min(1, nameError('required')).max(limits.maxKindNameLength),
  group: wasteGroup,
  advice: z.string().trim().min(1, nameError('required')).max(limits.maxAdviceLength),
});

/** What a school exports for another: the words, and what the nets saw. No photos, no names, no school. */
export const taughtSet = z.object({
  format: z.literal('lop-xanh-taught'),
  version: z.literal(1),
  /** The checksum of both nets. */
  model: z.string(),
  kinds: z
    .array(
      kindFields.extend({
        photos: z
          .array(
            z.object({
              /** Little-endian 16-bit floats in Base64, of the server's net and of the device's. */
              features: z.string(),
              device_features: z.string(),
              /** What the shipped classifier answered. */
              net_label: wasteLabel.nullable(),
            }),
          )
          .max(limits.maxTaughtPhotosPerKind),
      }),
    )
    .max(limits.maxTaughtKinds),
});
export type TaughtSet = z.infer<typeof taughtSet>;

/** A kind of thing that a school taught its scanner. */
const taughtKind = kindFields.extend({
  id,
  photo_count: count,
  /** Photos by students that wait for a teacher. */
  pending_count: count,
  /** Photos taught to a former version of the classifier and not kept, which no longer help. */
  outdated_count: count,
  /** Photos from other schools. */
  imported_count: count,
  /** The share of its photos that the shipped classifier names right; null with fewer than two photos. */
  right_before: share.nullable(),
  /** The same for the taught scanner, each photo left out in turn. */
  right_now: share.nullable(),
});
export type TaughtKind = z.infer<typeof taughtKind>;

const taughtPhoto = z.object({
  id,
  added_by: z.string(),
  class_name: z.string().nullable(),
  added_at: z.iso.datetime(),
  /** Null once it is decided, unless the school keeps its photos. */
  url: z.string().nullable(),
  is_pending: z.boolean(),
  is_outdated: z.boolean(),
  /** From another school. */
  is_imported: z.boolean(),
  /** The kind that the others lead to: another one is a sign of a wrong photo. */
  seen_as: z.string().nullable(),
});
export type TaughtPhoto = z.infer<typeof taughtPhoto>;

const schoolQuery = z.object({
  /** Only for an Admin, who has no school. */
  school_id: idInUrl.optional(),
});

const staff = { Teacher: 'own school', Mod: 'own school', Admin: 'all' } as const;

const headRow = z.object({
  /** The step of the weights. */
  scale: z.number(),
  /** One byte each, signed, in Base64. */
  weights: z.string(),
});

/** What the school taught, for the classifier on the device: see `TaughtHead`. */
const deviceHead = z.object({
  /** The checksum of the small net, to whose features it belongs. */
  model: z.string(),
  /** Little-endian 16-bit integers in Base64. */
  centre: z.string(),
  bias: z.number(),
  materials: z.array(headRow),
  kinds: z.array(headRow.extend({ answer: wasteAnswer })),
});
export type DeviceHead = z.infer<typeof deviceHead>;

export const teaching = {
  read: endpoint({
    method: 'GET',
    path: '/api/scanner',
    summary: 'The kinds that a school taught its scanner, and whether it keeps the photos',
    access: { Student: 'own school', ...staff },
    query: schoolQuery,
    response: z.object({ kinds: z.array(taughtKind), keeps_photos: z.boolean() }),
    withheld: [{ from: ['Student'], of: 'kinds', fields: ['right_before', 'right_now'] }],
  }),
  countWaiting: endpoint({
    method: 'GET',
    path: '/api/scanner/waiting',
    summary: 'How many photos by students wait for a teacher',
    access: { Teacher: 'own school', Mod: 'own school' },
    response: z.object({ photo_count: count }),
  }),
  addKind: endpoint({
    method: 'POST',
    path: '/api/scanner/kinds',
    summary: 'Add a kind of thing',
    access: staff,
    body: kindFields.extend({ school_id: id.optional() }),
    status: 201,
    response: taughtKind,
  }),
  editKind: endpoint({
    method: 'PUT',
    path: '/api/scanner/kinds/{id}',
    summary: 'Change the words or the bin of a kind',
    access: staff,
    params: idParams,
    body: kindFields,
    response: taughtKind,
  }),
  deleteKind: endpoint({
    method: 'DELETE',
    path: '/api/scanner/kinds/{id}',
    summary: 'Delete a kind with everything taught about it',
    access: staff,
    params: idParams,
    response: messageResponse,
  }),
  listPhotos: endpoint({
    method: 'GET',
    path: '/api/scanner/kinds/{id}/photos',
    summary: 'What was taught about a kind, waiting photos first, then the latest',
    access: staff,
    params: idParams,
    response: z.object({ photos: z.array(taughtPhoto) }),
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/api/scanner/kinds/{id}/photos',
    summary: "Teach with a photo; a student's waits until a teacher approves it",
    access: { Student: 'own school', Teacher: 'own school', Mod: 'own school' },
    params: idParams,
    requestsPerMinute: limits.scansPerMinute,
    body: z.object({ image: photoDataUrl }),
    maxBodyBytes: maxDataUrlLength + 1024,
    status: 201,
    response: z.object({ id, is_pending: z.boolean() }),
  }),
  approvePhoto: endpoint({
    method: 'PUT',
    path: '/api/scanner/photos/{id}',
    summary: "Approve a student's photo",
    access: { Teacher: 'own school', Mod: 'own school' },
    params: idParams,
    response: messageResponse,
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/api/scanner/photos/{id}',
    summary:
      'Reject a waiting photo, or remove a taught one; a student, one of their own that waits',
    access: { Student: 'own', ...staff },
    params: idParams,
    response: messageResponse,
  }),
  keepPhotos: endpoint({
    method: 'PUT',
    path: '/api/scanner/settings',
    summary: 'Choose whether taught photos are kept; if not, the stored ones are deleted',
    access: { Mod: 'own school', Admin: 'all' },
    body: z.object({ keeps_photos: z.boolean(), school_id: id.optional() }),
    response: messageResponse,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/scanner/schools/{id}',
    summary: 'Forget everything that a school taught its scanner',
    access: { Admin: 'all' },
    params: idParams,
    response: messageResponse,
  }),
  exportKinds: endpoint({
    method: 'GET',
    path: '/api/scanner/export',
    summary:
      'The kinds and what was taught about them, without photos and names, for another school',
    requestsPerMinute: 20,
    access: staff,
    query: schoolQuery,
    file: 'application/vnd.lop-xanh.taught+json',
    response: z.string(),
  }),
  importKinds: endpoint({
    method: 'POST',
    path: '/api/scanner/import',
    summary: 'Add the kinds that another school exported; kinds of the same name are joined',
    access: { Teacher: 'own school', Mod: 'own school' },
    requestsPerMinute: limits.scansPerMinute,
    body: z.object({ taught: z.unknown() }),
    maxBodyBytes: limits.maxTaughtBytes,
    response: z.object({ kind_count: count, photo_count: count }),
  }),
  undoImports: endpoint({
    method: 'DELETE',
    path: '/api/scanner/imported',
    summary:
      'Delete the photos that were imported, and the kinds that came with them and have no others',
    access: staff,
    query: schoolQuery,
    response: messageResponse,
  }),
  deviceHead: endpoint({
    method: 'GET',
    path: '/api/scanner/device',
    summary: 'What the school taught, for the classifier on the device',
    access: everyone('self'),
    response: deviceHead,
  }),
};
