import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { byId, done, id } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { limits } from './rules/limits.ts';
import { roles } from './rules/roles.ts';

export const postStatuses = ['pending', 'approved', 'rejected'] as const;
export type PostStatus = (typeof postStatuses)[number];

export const attachment = z.object({
  id,
  /** Relative, signed for the reader and expiring. */
  url: z.string(),
  /** The card size of an image; null for a video. */
  thumb: z.string().nullable(),
  mime: z.string(),
  filename: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});
export type Attachment = z.infer<typeof attachment>;

export const comment = z.object({
  id,
  /** The username for the staff, the display name for Student and Parent. */
  user: z.string(),
  user_id: id,
  text: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avt: z.string(),
  createdAt: z.string(),
});
export type Comment = z.infer<typeof comment>;

/** What the reader may do with a post, by the same rules that guard the calls. */
export const postAbilities = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  approve: z.boolean(),
  reject: z.boolean(),
  like: z.boolean(),
  comment: z.boolean(),
});
export type PostAbilities = z.infer<typeof postAbilities>;

export const post = z.object({
  id,
  /** The username for the staff, the display name for Student and Parent. */
  author: z.string(),
  author_id: id,
  author_first_name: z.string(),
  author_last_name: z.string(),
  author_display: z.string(),
  author_avt: z.string(),
  authorRole: z.enum(roles),
  authorSchoolId: id,
  /** The class that the author teaches now, or null. */
  class_name: z.string().nullable(),
  title: z.string(),
  content: z.string(),
  createdAt: z.string(),
  status: z.enum(postStatuses),
  approved: z.boolean(),
  /** Grows with every edit and decision. */
  version: z.number().int().positive(),
  /** Why it was rejected, for its author and the school's Mods; else null. */
  reason: z.string().nullable(),
  /** Who decided, for the same people; else null. */
  decided_by: z.string().nullable(),
  /** Usernames of some who like it, the reader's own among them; of others only for the staff. */
  likes: z.array(z.string()),
  likeCount: z.number().int().nonnegative(),
  liked: z.boolean(),
  /** The latest ones, oldest first. */
  comments: z.array(comment),
  /** The cursor to older ones, or null. */
  commentsNext: nextCursor,
  commentCount: z.number().int().nonnegative(),
  attachments: z.array(attachment),
  can: postAbilities,
});
export type Post = z.infer<typeof post>;

const text = {
  title: z.string().trim().min(1).max(limits.postTitleMax),
  content: z.string().trim().min(1).max(limits.postContentMax),
};

/** Urls of attachments to keep: a list in JSON, or that list as a string in a form. */
const kept = z.union([
  z.array(z.string().max(2000)).max(limits.attachmentsMax),
  z.string().max(20_000),
]);

const pageOfPosts = z.object({ posts: z.array(post), next: nextCursor });
const decision = z.object({ version: z.number().int().positive().optional() });

const readers = {
  Student: 'homeroom teacher',
  Parent: "children's homeroom teachers",
  Teacher: 'own school',
  Mod: 'own school',
  Admin: 'all',
} as const;

const decisionWithheld = {
  from: ['Student', 'Parent'],
  fields: ['reason', 'decided_by'],
} as const;

export const posts = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    summary: 'The posts that the caller may read, newest first',
    access: readers,
    query: pageQuery.extend({ mine: z.enum(['true', 'false']).optional() }),
    response: pageOfPosts,
    withheld: [{ ...decisionWithheld, of: 'posts' }],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/posts/pending',
    summary: "Posts waiting for a decision, oldest first: a Teacher's own, a Mod's school's",
    access: { Teacher: 'own', Mod: 'own school', Admin: 'all' },
    query: pageQuery,
    response: pageOfPosts.extend({ count: z.number().int().nonnegative() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/posts/{id}',
    summary: 'A post with its latest comments',
    access: readers,
    params: byId,
    response: post,
    withheld: [decisionWithheld],
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/posts/{id}/comments',
    summary: 'Older comments of a post, oldest first',
    access: readers,
    params: byId,
    query: pageQuery,
    response: z.object({ comments: z.array(comment), next: nextCursor }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    summary: 'Submit a post, as JSON or as a form with files; it waits for a decision',
    access: { Teacher: 'own' },
    body: z.object(text),
    acceptsFiles: 'attachments',
    status: 201,
    response: post,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}',
    summary: 'Change a post; it waits for a decision again',
    access: { Teacher: 'own', Mod: 'own' },
    params: byId,
    body: z.object({
      ...text,
      /** What the author began to change: a post changed since is a conflict. */
      version: z.coerce.number().int().positive().optional(),
      attachments: kept.optional(),
      existingAttachments: kept.optional(),
    }),
    acceptsFiles: 'attachments',
    response: post,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/{id}',
    summary: 'Delete a post with its files',
    access: { Teacher: 'own', Mod: 'own' },
    params: byId,
    response: done,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/like',
    summary: 'Like or unlike: sets what the body says, else toggles',
    access: everyone('what they read'),
    params: byId,
    body: z.object({ liked: z.boolean().optional() }).optional(),
    response: post.pick({ liked: true, likes: true, likeCount: true }),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/posts/{id}/comment',
    summary: 'Comment on a post',
    access: everyone('what they read'),
    params: byId,
    body: z.object({ text: z.string().trim().min(1).max(limits.commentMax) }),
    status: 201,
    response: comment,
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/approve',
    summary: "Approve a post of one's school that somebody else wrote",
    access: { Mod: 'own school' },
    params: byId,
    body: decision.optional(),
    response: post,
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/reject',
    summary: 'Reject a post, with a reason that its author reads',
    access: { Mod: 'own school' },
    params: byId,
    body: decision
      .extend({ reason: z.string().trim().max(limits.reasonMax).optional() })
      .optional(),
    response: post,
  }),
};
