import { z } from 'zod';
import { endpoint, managers } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idInUrl } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
import { csvType } from './rules/file-types.ts';
import { roles } from './rules/roles.ts';

export const auditActions = [
  'created',
  'changed',
  'reset',
  'unlocked',
  'deleted',
  'imported',
  'exported',
  'started',
  'undone',
  'left',
  'returned',
  'approved',
  'rejected',
  'withdrawn',
  'restored',
  'hidden',
  'corrected',
  'answered',
  'finished',
  'ended',
  'erased',
  'linked',
  'unlinked',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditSubjects = [
  'school',
  'class',
  'account',
  'students',
  'teachers',
  'lesson',
  'school_year',
  'substitute',
  'post',
  'comment',
  'comment_settings',
  'attendance',
  'student_report',
  'audit_log',
  'photo_consent',
  'data_request',
  'card',
  'second_factor',
  'session',
  'leave_note',
  'avatar',
  'scanner',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The subjects whose id is that of a user. */
export const personalSubjects: readonly AuditSubject[] = [
  'account',
  'student_report',
  'photo_consent',
  'card',
  'second_factor',
  'session',
  'leave_note',
  'avatar',
];

/** An administrative action. Entries are never changed or deleted. */
export const auditEntry = z.object({
  id,
  at: z.string(),
  actor_id: id.nullable(),
  /** The username at that time; empty for a command run on the server. */
  actor: z.string(),
  actor_role: z.enum(roles).nullable(),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subject_id: id.nullable(),
  /** The current role of an account or of the student of a report. */
  subject_role: z.enum(roles).nullable(),
  /** The name at that time. */
  subject_name: z.string(),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  /**
   * The changed `fields` with their `old` and `new` values, or what else there is to say, such as the number of
   * imported rows. Never a password, contact data or the words of a comment.
   */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditActor = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  role: z.enum(roles),
});

const day = z.iso.date(nameError('invalid_date'));
const schoolFilter = z.object({ school_id: idInUrl.optional() });
const filters = schoolFilter.extend({
  actor_id: idInUrl.optional(),
  action: z.enum(auditActions).optional(),
  subject: z.enum(auditSubjects).optional(),
  subject_id: idInUrl.optional(),
  /** Everything about this user: the account, report, consent, card, second factor, leave notes and avatar. */
  person_id: idInUrl.optional(),
  /** The first and the last day in Vietnam. */
  from: day.optional(),
  until: day.optional(),
});

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'The audit log, newest first; entries without a school are for Admins only',
    access: managers,
    isExpensive: true,
    query: pageQuery.extend(filters.shape),
    response: z.object({ audit: z.array(auditEntry), next: nextCursor }),
  }),
  actors: endpoint({
    method: 'GET',
    path: '/api/admin/audit/actors',
    summary: 'The users in the audit log of a school; for an Admin who names no school, the Admins',
    access: managers,
    isExpensive: true,
    query: schoolFilter,
    response: z.object({ actors: z.array(auditActor) }),
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/api/admin/audit.csv',
    summary: 'The audit log as a table',
    access: managers,
    query: filters,
    file: csvType,
    response: z.string(),
  }),
};
