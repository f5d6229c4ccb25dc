import { z } from 'zod';
import { comment } from './comments.ts';
import { endpoint, everyone } from './endpoint.ts';
import { id, idInUrl, idParams, messageResponse } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { limits } from './rules/limits.ts';
import { roles } from './rules/roles.ts';

export const postStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type PostStatus = (typeof postStatuses)[number];

export const attachment = z.object({
  id,
  /** Relative, signed for the current user, and expires. */
  url: z.string(),
  /** An image scaled for cards; null for a video. */
  thumb: z.string().nullable(),
  mime: z.string(),
  filename: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** How many faces the author blurred in the photo. */
  blurredFaces: z.number().int().nonnegative(),
});
export type Attachment = z.infer<typeof attachment>;

/** What the current user may do with a post, by the same rules that authorize the requests. */
export const postAbilities = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  approve: z.boolean(),
  reject: z.boolean(),
  withdraw: z.boolean(),
  restore: z.boolean(),
  like: z.boolean(),
  comment: z.boolean(),
});
export type PostAbilities = z.infer<typeof postAbilities>;

export const post = z.object({
  id,
  /** The username for staff, the display name for a Student or Parent. */
  author: z.string(),
  author_id: id,
  author_first_name: z.string(),
  author_last_name: z.string(),
  author_display: z.string(),
  author_avt: z.string(),
  authorRole: z.enum(roles),
  authorSchoolId: id,
  /** The class it belongs to; null if the author taught none, then only staff read it. */
  class_id: id.nullable(),
  class_name: z.string().nullable(),
  /** Whether the author stood in for the homeroom teacher. */
  isBySubstitute: z.boolean(),
  title: z.string(),
  content: z.string(),
  createdAt: z.string(),
  status: z.enum(postStatuses),
  approved: z.boolean(),
  /** Grows with every edit and decision. */
  version: z.number().int().positive(),
  /** Why it was rejected or withdrawn; only the author and the school's Mods see it. */
  reason: z.string().nullable(),
  /** Who decided; visible to the same users. */
  decided_by: z.string().nullable(),
  /** Some usernames, the current user's own included; only staff see those of others. */
  likes: z.array(z.string()),
  likeCount: z.number().int().nonnegative(),
  liked: z.boolean(),
  /** The latest ones, oldest first, without those held for approval that the user may not read. */
  comments: z.array(comment),
  /** The cursor of the next older page, or null. */
  commentsNext: nextCursor,
  commentCount: z.number().int().nonnegative(),
  attachments: z.array(attachment),
  can: postAbilities,
});
export type Post = z.infer<typeof post>;

const textFields = {
  title: z.string().trim().min(1).max(limits.maxPostTitleLength),
  content: z.string().trim().min(1).max(limits.maxPostContentLength),
};

/** The number of blurred faces in each new file. */
export const faceCounts = z
  .array(z.number().int().min(0).max(limits.maxBlurredFaces))
  .max(limits.maxAttachments);

/** What the author says about the photos: a form has only text. */
const photoFields = {
  /** That nobody without consent can be recognized. */
  photosConfirmed: z.union([z.boolean(), z.stringbool()]).optional(),
  /** As a list, or as that list in a JSON string. */
  blurredFaces: z.union([faceCounts, z.string().max(200)]).optional(),
};

const postInput = z.object({
  ...textFields,
  ...photoFields,
  /** For a teacher with several classes; by default their own. */
  class_id: z.coerce.number().int().positive().optional(),
});
export type PostInput = z.infer<typeof postInput>;

/** URLs of the attachments to keep: a list, or that list as a JSON string in a form. */
const keptAttachments = z.union([
  z.array(z.string().max(2000)).max(limits.maxAttachments),
  z.string().max(20_000),
]);

const postPage = z.object({ posts: z.array(post), next: nextCursor });
const decisionInput = z.object({ version: z.number().int().positive().optional() });

const readAccess = {
  Student: 'own classes',
  Parent: "children's classes",
  Teacher: 'own school',
  Mod: 'own school',
  Admin: 'all',
} as const;

const withheldDecision = {
  from: ['Student', 'Parent'],
  fields: ['reason', 'decided_by'],
} as const;

/** How many families of the class have read a post: the parents, or a student without a parent's account. */
export const seen = z.object({
  families: z.number().int().nonnegative(),
  seen: z.number().int().nonnegative(),
  /** The students whose families have not read it, by given name. */
  unseen: z.array(z.object({ id, full_name: z.string() })),
  remindedAt: z.string().nullable(),
});
export type Seen = z.infer<typeof seen>;

const seenAccess = { Teacher: "own classes' posts", Mod: 'own school' } as const;

export const posts = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    summary: 'The posts visible to the user, newest first',
    access: readAccess,
    query: pageQuery.extend({
      mine: z.enum(['true', 'false']).optional(),
      /** Only the posts of this class, which may be a former one of a Student or Parent. */
      class_id: idInUrl.optional(),
    }),
    response: postPage,
    withheld: [{ ...withheldDecision, of: 'posts' }],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/posts/pending',
    summary: "Pending posts, oldest first: a Teacher's own, or those of a Mod's school",
    access: { Teacher: 'own', Mod: 'own school', Admin: 'all' },
    query: pageQuery,
    response: postPage.extend({ count: z.number().int().nonnegative() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/posts/{id}',
    summary: 'Read a post with its latest comments',
    access: readAccess,
    params: idParams,
    response: post,
    withheld: [withheldDecision],
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/posts/{id}/comments',
    summary: 'Older comments of a post, oldest first',
    access: readAccess,
    params: idParams,
    query: pageQuery,
    response: z.object({ comments: z.array(comment), next: nextCursor }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    summary: 'Submit a post for approval, as JSON or as a form with files',
    access: { Teacher: 'own' },
    body: postInput,
    acceptsFiles: 'attachments',
    status: 201,
    response: post,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}',
    summary: 'Edit a post; it must be approved again',
    access: { Teacher: 'own', Mod: 'own' },
    params: idParams,
    body: z.object({
      ...textFields,
      ...photoFields,
      /** The one the edit started from; a newer one on the server is a conflict. */
      version: z.coerce.number().int().positive().optional(),
      attachments: keptAttachments.optional(),
      existingAttachments: keptAttachments.optional(),
    }),
    acceptsFiles: 'attachments',
    response: post,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/posts/{id}',
    summary: 'Delete a post with its files',
    access: { Teacher: 'own', Mod: 'own' },
    params: idParams,
    response: messageResponse,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/like',
    summary: 'Like or unlike a post: sets `liked` if given, otherwise toggles',
    access: everyone('readable posts'),
    params: idParams,
    body: z.object({ liked: z.boolean().optional() }).optional(),
    response: post.pick({ liked: true, likes: true, likeCount: true }),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/comment',
    summary: 'Comment on a post',
    access: everyone('readable posts'),
    params: idParams,
    body: z.object({ text: z.string().trim().min(1).max(limits.maxCommentLength) }),
    status: 201,
    response: comment,
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/approve',
    summary: "Approve a post by another author of one's school",
    access: { Mod: 'own school' },
    params: idParams,
    body: decisionInput.optional(),
    response: post,
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/reject',
    summary: 'Reject a post, with a reason for its author',
    access: { Mod: 'own school' },
    params: idParams,
    body: decisionInput
      .extend({ reason: z.string().trim().max(limits.maxReasonLength).optional() })
      .optional(),
    response: post,
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/withdraw',
    summary: 'Take an approved post down, with a reason for its author',
    access: { Mod: 'own school' },
    params: idParams,
    body: decisionInput.extend({ reason: z.string().trim().min(1).max(limits.maxReasonLength) }),
    response: post,
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/restore',
    summary: 'Show a withdrawn post again',
    access: { Mod: 'own school' },
    params: idParams,
    body: decisionInput.optional(),
    response: post,
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/api/posts/seen',
    summary: 'Tell which posts a Student or Parent has read; posts they cannot read are ignored',
    access: { Student: 'own classes', Parent: "children's classes" },
    withoutIdempotencyKey: true,
    body: z.object({ ids: z.array(id).min(1).max(100) }),
    response: messageResponse,
  }),
  seen: endpoint({
    method: 'GET',
    path: '/api/posts/{id}/seen',
    summary: 'How many families have read an approved post',
    access: seenAccess,
    params: idParams,
    response: seen,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/remind',
    summary: 'Remind the families who have not read an approved post, once',
    access: seenAccess,
    params: idParams,
    response: seen,
  }),
};
