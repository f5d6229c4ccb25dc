import { z } from 'zod';
import { endpoint, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl, idParams } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { archiveType } from './rules/file-types.ts';
import { limits } from './rules/limits.ts';
import { roles } from './rules/roles.ts';

export const requestKinds = ['copy', 'correction', 'erasure', 'withdrawal'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStatuses = ['open', 'accepted', 'refused', 'done'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

const text = z.string().trim().min(1).max(limits.maxRequestTextLength);
const invalidDate = nameError('invalid_date');
/** From 2000 on. */
const day = z.iso.date(invalidDate).regex(/^2/, invalidDate);
const counts = z.record(z.string(), z.number().int().nonnegative());

/** What an erasure removed, and what it left without a name, counted by kind; it names nobody. */
export const certificate = z.object({
  erased_at: z.string(),
  erased_by: z.string().nullable(),
  removed: counts,
  kept: counts,
});
export type Certificate = z.infer<typeof certificate>;

export const dataRequest = z.object({
  id,
  version: z.number().int().positive(),
  kind: z.enum(requestKinds),
  status: z.enum(requestStatuses),
  /** Whose data it is about. After an erasure the name is gone. */
  subject: z.object({
    id,
    full_name: z.string(),
    role: z.enum(roles),
    class_name: z.string().nullable(),
  }),
  school_id: id,
  school_name: z.string(),
  requester_name: z.string(),
  /** Whether it was filed in the app; otherwise the office recorded it. */
  isFromApp: z.boolean(),
  details: z.string().nullable(),
  received_on: z.string(),
  /** The last days for the answer and for the result. */
  answer_due: z.string(),
  result_due: z.string(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  answered_by: z.string().nullable(),
  result: z.string().nullable(),
  finished_at: z.string().nullable(),
  finished_by: z.string().nullable(),
  certificate: certificate.nullable(),
  can: z.object({
    answer: z.boolean(),
    finish: z.boolean(),
    erase: z.boolean(),
    /** Download the copy: the office once the request is accepted, the requester for 30 days once it is done. */
    download: z.boolean(),
  }),
});
export type DataRequest = z.infer<typeof dataRequest>;

/** A text of somebody else that names the person. */
export const mentionKinds = ['post', 'comment', 'note', 'correction', 'reason', 'leave'] as const;
const mentionKey = z.object({ kind: z.enum(mentionKinds), id });
const mention = mentionKey.extend({
  /** The words around the name. */
  excerpt: z.string(),
  author: z.string(),
  at: z.string(),
  /** Whether it was written in a class of the person; others with the same name are elsewhere. */
  isLikely: z.boolean(),
});
export type Mention = z.infer<typeof mention>;

const erasurePreview = z.object({
  removed: counts,
  kept: counts,
  mentions: z.array(mention),
  /** Photos and videos of the classes while the person was in them. */
  photos: z.array(
    z.object({
      id,
      post_id: id,
      post_title: z.string(),
      /** Signed for the current user; null for a video. */
      thumb: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
});
export type ErasurePreview = z.infer<typeof erasurePreview>;

const askers = { Parent: 'own children', Teacher: 'self', ...managers } as const;
const version = z.number().int().positive();

export const privacy = {
  requests: endpoint({
    method: 'GET',
    path: '/api/privacy/requests',
    summary:
      'Requests about personal data, the most urgent first: of the school, or those the user filed',
    access: askers,
    query: pageQuery.extend({
      /** Open ones wait for an answer or a result. */
      isOpen: z.enum(['true', 'false']).optional(),
      subject_id: idInUrl.optional(),
    }),
    response: z.object({ requests: z.array(dataRequest), next: nextCursor }),
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/privacy/requests',
    summary: 'File a request about one’s own data or a child’s, or record one that came on paper',
    access: askers,
    body: z.object({
      kind: z.enum(requestKinds),
      subject_id: id,
      details: text.optional(),
      /** Only for the office: who asks, and the day on the paper. */
      requester_name: z.string().trim().min(1).max(200).optional(),
      received_on: day.optional(),
    }),
    status: 201,
    response: dataRequest,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/privacy/requests/{id}',
    summary: 'Read a request',
    access: askers,
    params: idParams,
    response: dataRequest,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/privacy/requests/{id}/answer',
    summary: 'Accept or refuse a request, with an answer to who asked',
    access: managers,
    params: idParams,
    body: z.object({ version, accepted: z.boolean(), answer: text }),
    response: dataRequest,
  }),
  finish: endpoint({
    method: 'PUT',
    path: '/api/privacy/requests/{id}/finish',
    summary: 'Say that an accepted request is done; an erasure is done by erasing',
    access: managers,
    params: idParams,
    body: z.object({ version, result: text }),
    response: dataRequest,
  }),
  copy: endpoint({
    method: 'GET',
    path: '/api/privacy/requests/{id}/copy.zip',
    summary: 'Everything about the person as an archive, readable by people and machines',
    access: askers,
    params: idParams,
    file: archiveType,
    response: z.string(),
  }),
  previewErasure: endpoint({
    method: 'GET',
    path: '/api/privacy/requests/{id}/erasure',
    summary: 'What an erasure would remove and what it would leave without a name',
    access: managers,
    isExpensive: true,
    params: idParams,
    response: erasurePreview,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/privacy/requests/{id}/erasure',
    summary: 'Remove everything that names the person, with the chosen mentions and photos',
    access: managers,
    params: idParams,
    body: z.object({
      version,
      mentions: z.array(mentionKey).max(5_000),
      photos: z.array(id).max(5_000),
    }),
    response: dataRequest,
  }),
  retention: endpoint({
    method: 'GET',
    path: '/api/privacy/retention',
    summary: 'How long data is kept, in days',
    access: managers,
    response: z.object({
      departedStudents: z.number().int().positive(),
      notifications: z.number().int().positive(),
      audit: z.number().int().positive(),
    }),
  }),
};
