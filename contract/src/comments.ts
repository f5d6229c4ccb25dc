import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { id, idParams, messageResponse } from './fields.ts';
import { limits } from './rules/limits.ts';
import { roles } from './rules/roles.ts';

/** A held comment waits for approval; of a hidden one, others see only that there was one. */
export const commentStatuses = ['visible', 'held', 'hidden'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** Why a comment is held; 'setting' if all comments of the class need approval. */
export const holdReasons = ['link', 'phone', 'word', 'setting'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** What the current user may do with a comment, by the same rules that authorize the requests. */
const commentAbilities = z.object({
  delete: z.boolean(),
  report: z.boolean(),
  hide: z.boolean(),
  /** Show a held comment, or close the reports of a visible one. */
  approve: z.boolean(),
  restore: z.boolean(),
});
export type CommentAbilities = z.infer<typeof commentAbilities>;

export const comment = z.object({
  id,
  /** The username for staff, the display name for a Student or Parent. */
  user: z.string(),
  user_id: id,
  /** 'Bình luận đã được ẩn' if it is hidden from the user. */
  text: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avt: z.string(),
  /** Only for those who may have a page of the author. */
  authorRole: z.enum(roles).optional(),
  createdAt: z.string(),
  status: z.enum(commentStatuses),
  /** Grows with every decision. */
  version: z.number().int().positive(),
  /** Why it is held; null for whoever may neither approve nor has written it. */
  held_for: z.array(z.enum(holdReasons)).nullable(),
  /** Why it was hidden; visible to the same users. */
  reason: z.string().nullable(),
  /** Who decided; visible to the same users. */
  decided_by: z.string().nullable(),
  can: commentAbilities,
});
export type Comment = z.infer<typeof comment>;

/** The version that the user saw; a newer one on the server is a conflict. */
const decisionInput = z.object({ version: z.number().int().positive().optional() });
const reason = z.string().trim().min(1).max(limits.maxReasonLength);
const moderators = { Teacher: "own classes' posts", Mod: 'own school' } as const;

export const comments = {
  delete: endpoint({
    method: 'DELETE',
    path: '/api/comments/{id}',
    summary: "Delete one's own comment",
    access: everyone('own'),
    params: idParams,
    response: messageResponse,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/comments/{id}/report',
    summary: 'Report a comment by somebody else to the moderators; once per user',
    access: everyone('readable posts'),
    params: idParams,
    body: z.object({ reason }),
    status: 201,
    response: messageResponse,
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/api/comments/{id}/hide',
    summary: 'Hide a comment from others, with a reason for its author; closes its reports',
    access: moderators,
    params: idParams,
    body: decisionInput.extend({ reason }),
    response: comment,
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/api/comments/{id}/approve',
    summary: 'Show a held comment, or keep a reported one; closes its reports',
    access: moderators,
    params: idParams,
    body: decisionInput.optional(),
    response: comment,
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/comments/{id}/restore',
    summary: 'Show a hidden comment again',
    access: moderators,
    params: idParams,
    body: decisionInput.optional(),
    response: comment,
  }),
};
