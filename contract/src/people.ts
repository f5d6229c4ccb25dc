import { z } from 'zod';
import { account } from './accounts.ts';
import { auditEntry } from './audit.ts';
import { cardState } from './cards.ts';
import { comment } from './comments.ts';
import { studentConsent } from './consent.ts';
import { endpoint, managers } from './endpoint.ts';
import { session } from './factors.ts';
import { id, idParams } from './fields.ts';
import { membership, studentReport } from './history.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { postStatuses } from './posts.ts';
import { roles } from './rules/roles.ts';

const count = z.number().int().nonnegative();

/** The posts of one author that the current user may read. */
export const authoredPosts = z.object({
  counts: z.record(z.enum(postStatuses), count),
  /** Newest first, at most 5. */
  newest: z.array(
    z.object({
      id,
      title: z.string(),
      status: z.enum(postStatuses),
      class_name: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
});
export type AuthoredPosts = z.infer<typeof authoredPosts>;

/** A comment, where it was written. */
export const authoredComment = comment
  .pick({ id: true, text: true, status: true, createdAt: true })
  .extend({ post: z.object({ id, title: z.string() }) });
export type AuthoredComment = z.infer<typeof authoredComment>;

const authoredComments = z.object({ comments: z.array(authoredComment), next: nextCursor });

/**
 * Everything about one person in one place. Each part follows the rule of the screen that it comes from, and is
 * null or empty if the person cannot have it.
 */
export const person = z.object({
  account,
  /** Of a student. */
  parents: z.array(account),
  /** The classes of a student or teacher, newest first. */
  memberships: z.array(membership),
  /** The current school year of a student. */
  attendance: studentReport
    .pick({ school_year: true, school_years: true, weeks: true, totals: true })
    .nullable(),
  consent: studentConsent.nullable(),
  /** Of an active student in a class. */
  card: cardState.nullable(),
  /** Of a teacher. */
  posts: authoredPosts.nullable(),
  /** Of the current user, or of somebody whose password they may reset. */
  sessions: z.array(session),
  /** The latest that the current user may read, newest first, at most 5. */
  comments: authoredComments,
  /** The latest entries about the person, newest first, at most 5. */
  audit: z.array(auditEntry),
  /** The roles the current user may create accounts for. */
  can: z.object({ create: z.array(z.enum(roles)) }),
});
export type Person = z.infer<typeof person>;

export const people = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/people/{id}',
    summary:
      'A person: account, family, classes, attendance, photo consent, card, devices, posts, comments and audit log',
    access: managers,
    isExpensive: true,
    params: idParams,
    response: person,
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/admin/people/{id}/comments',
    summary: 'The comments of a person that the user may read, newest first',
    access: managers,
    isExpensive: true,
    params: idParams,
    query: pageQuery,
    response: authoredComments,
  }),
};
