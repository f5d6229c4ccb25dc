import { z } from 'zod';
import { comment, holdReasons } from './comments.ts';
import { studentName } from './consent.ts';
import { endpoint } from './endpoint.ts';
import { id, idInUrl, idParams } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { post } from './posts.ts';
import { limits } from './rules/limits.ts';

export const moderationKinds = ['post', 'held', 'reported'] as const;
export type ModerationKind = (typeof moderationKinds)[number];

const count = z.number().int().nonnegative();

/** A pending post, a held comment or a reported comment; the id is that of the post or comment. */
const itemKey = z.object({ kind: z.enum(moderationKinds), id });
export type ModerationKey = z.infer<typeof itemKey>;

const moderationCounts = z.object({ post: count, held: count, reported: count });
export type ModerationCounts = z.infer<typeof moderationCounts>;

export const moderationItem = itemKey.extend({
  /** Since when it waits for a decision. */
  since: z.string(),
  grade_id: id.nullable(),
  /** The pending post, or the post of the comment. */
  post,
  comment: comment.nullable(),
  /** What users reported since the last decision, oldest first, without their names. */
  reports: z.array(z.object({ reason: z.string(), at: z.string() })),
  /** What in a pending post would hold a comment. */
  findings: z.array(z.enum(holdReasons)),
  /** What was decided on the author's earlier posts, or on the earlier comments of a comment's author. */
  authorRecord: z.object({ approved: count, rejected: count }),
  /** Who will read an approved post: the students of the class and their parents. */
  audience: z.object({ students: count, parents: count }),
  /** Of a post with photos or videos: the students of the class whose photos may not be shown. */
  photoConsent: z.object({ confirmed: z.boolean(), students: z.array(studentName) }).nullable(),
  /** The name of another Mod who is looking at it, or null. */
  taken_by: z.string().nullable(),
});
export type ModerationItem = z.infer<typeof moderationItem>;

export const commentModes = ['open', 'approval', 'off'] as const;
export type CommentMode = (typeof commentModes)[number];
const commentMode = z.enum(commentModes);

const schoolSettings = z.object({
  /** Whether comments appear at once, after approval, or are off. */
  comments: commentMode,
  /** Comments with one of these words are held. */
  words: z.array(z.string().trim().min(1).max(limits.maxHeldWordLength)).max(limits.maxHeldWords),
});

const classSettings = z.object({
  /** The school's; a class can only be stricter. */
  school: commentMode,
  class: commentMode,
  /** The stricter of the two. */
  effective: commentMode,
});

export const moderation = {
  queue: endpoint({
    method: 'GET',
    path: '/api/moderation',
    summary: 'What waits for a decision of the school’s Mods, oldest first',
    access: { Mod: 'own school' },
    query: pageQuery.extend({
      kind: z.enum(moderationKinds).optional(),
      grade_id: idInUrl.optional(),
    }),
    response: z.object({
      items: z.array(moderationItem),
      next: nextCursor,
      /** By kind, in the chosen grade. */
      counts: moderationCounts,
    }),
  }),
  presence: endpoint({
    method: 'POST',
    path: '/api/moderation/presence',
    summary: 'Say what the Mod looks at, and learn what others look at and have decided',
    access: { Mod: 'own school' },
    withoutIdempotencyKey: true,
    body: z.object({
      viewing: itemKey.nullable(),
      /** The items on screen, with the versions of their posts or comments. */
      items: z.array(itemKey.extend({ version: z.number().int().positive() })).max(200),
    }),
    response: z.object({
      taken: z.array(itemKey.extend({ by: z.string() })),
      /** The items of the request that no longer wait, or have changed; `by` is null if not known. */
      gone: z.array(itemKey.extend({ by: z.string().nullable() })),
      counts: moderationCounts,
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/moderation/settings',
    summary: 'How the school moderates comments',
    access: { Mod: 'own school' },
    response: schoolSettings,
  }),
  editSettings: endpoint({
    method: 'PUT',
    path: '/api/moderation/settings',
    summary: 'Set how the school moderates comments',
    access: { Mod: 'own school' },
    body: schoolSettings,
    response: schoolSettings,
  }),
  classSettings: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/comments',
    summary: 'How comments on the posts of a class are moderated',
    access: { Teacher: 'own classes' },
    params: idParams,
    response: classSettings,
  }),
  editClassSettings: endpoint({
    method: 'PUT',
    path: '/api/classes/{id}/comments',
    summary: 'Moderate the comments of a class more strictly than the school does',
    access: { Teacher: 'own classes' },
    params: idParams,
    body: z.object({ class: commentMode }),
    response: classSettings,
  }),
};
