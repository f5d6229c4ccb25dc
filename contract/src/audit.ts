import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idInUrl } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';
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
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

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
  /** The name at that time. */
  subject_name: z.string(),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  /** The changed fields (for a lesson with old and new values), or the number of imported rows. Never a password. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'The audit log, newest first',
    access: { Admin: 'all' },
    query: pageQuery.extend({
      school_id: idInUrl.optional(),
      actor_id: idInUrl.optional(),
      action: z.enum(auditActions).optional(),
      subject: z.enum(auditSubjects).optional(),
      subject_id: idInUrl.optional(),
    }),
    response: z.object({ audit: z.array(auditEntry), next: nextCursor }),
  }),
};
