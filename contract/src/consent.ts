import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, id, idParams } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { maxAccountFieldLengths } from './rules/account-form.ts';

export const consentSides = ['guardian', 'child'] as const;
export type ConsentSide = (typeof consentSides)[number];
export const consentDecisions = ['given', 'refused'] as const;
export type ConsentDecision = (typeof consentDecisions)[number];
export const consentEvidences = ['paper', 'import', 'app'] as const;
export type ConsentEvidence = (typeof consentEvidences)[number];

const side = z.enum(consentSides);
const decision = z.enum(consentDecisions);

export const studentName = z.object({ id, full_name: z.string() });

/** Whether photos with a student may be shown. */
export const consentState = z.object({
  /** Null without an answer. */
  guardian: decision.nullable(),
  child: decision.nullable(),
  /** From the seventh birthday the child must agree, too; a child without a known birthday as well. */
  needsChild: z.boolean(),
  /** Whether everyone needed has agreed; without an answer it counts as refused. */
  isGiven: z.boolean(),
});
export type ConsentState = z.infer<typeof consentState>;

export const consentRecord = z.object({
  id,
  side,
  decision,
  evidence: z.enum(consentEvidences),
  guardian_name: z.string().nullable(),
  decided_on: z.string(),
  /** The display name of who recorded it. */
  recorded_by: z.string(),
  recorded_at: z.string(),
});
export type ConsentRecord = z.infer<typeof consentRecord>;

export const studentConsent = consentState.extend({
  /** Newest first. */
  records: z.array(consentRecord),
  can: z.object({
    /** Answer for oneself in the app: as a guardian, or as the child. */
    answer: z.boolean(),
    /** Record a paper form. */
    record: z.boolean(),
  }),
});
export type StudentConsent = z.infer<typeof studentConsent>;

/** An approved post in which a student may be seen. */
export const postToReview = z.object({
  id,
  title: z.string(),
  author: z.string(),
  class_name: z.string().nullable(),
  createdAt: z.string(),
  photos: z.number().int().positive(),
  blurredFaces: z.number().int().nonnegative(),
  confirmed: z.boolean(),
});
export type PostToReview = z.infer<typeof postToReview>;

const classConsent = z.object({
  students: z.array(studentName.extend({ code: z.string().nullable(), ...consentState.shape })),
});

const paperFields = {
  side,
  decision,
  /** Only for the guardian's side. */
  guardian_name: z.string().trim().max(maxAccountFieldLengths.parent_name).optional(),
};
const readers = {
  Teacher: 'own classes',
  Mod: 'own school',
  Admin: 'all',
} as const;

export const consent = {
  read: endpoint({
    method: 'GET',
    path: '/api/students/{id}/consent',
    summary: 'Whether photos with a student may be shown, and who said so',
    access: { Student: 'own records', Parent: "children's records", ...readers },
    params: idParams,
    response: studentConsent,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/students/{id}/consent',
    summary: 'Allow or refuse photos: a Parent for their child, a Student for themselves',
    access: { Student: 'own records', Parent: "children's records" },
    params: idParams,
    body: z.object({ decision }),
    response: studentConsent,
  }),
  record: endpoint({
    method: 'POST',
    path: '/api/students/{id}/consent/paper',
    summary: 'Record a paper form',
    access: readers,
    params: idParams,
    body: z.object({ ...paperFields, decided_on: day }),
    response: studentConsent,
  }),
  ofClass: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/consent',
    summary: 'The students of a class, with whether their photos may be shown',
    access: readers,
    params: idParams,
    response: classConsent,
  }),
  recordClass: endpoint({
    method: 'POST',
    path: '/api/classes/{id}/consent',
    summary: 'Record the paper forms of several students of a class',
    access: readers,
    params: idParams,
    body: z.object({
      decided_on: day,
      records: z
        .array(z.object({ student_id: id, ...paperFields }))
        .min(1)
        .max(400),
    }),
    response: classConsent,
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/students/{id}/consent/posts',
    summary:
      'The approved posts with photos of a student’s classes while they were in them, newest first',
    access: { Mod: 'own school', Admin: 'all' },
    params: idParams,
    query: pageQuery,
    response: z.object({ posts: z.array(postToReview), next: nextCursor }),
  }),
};
