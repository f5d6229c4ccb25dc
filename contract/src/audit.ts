import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idInAddress } from './fields.ts';
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
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditSubjects = [
  'school',
  'class',
  'account',
  'students',
  'teachers',
  'lesson',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** What somebody who administers did; nothing of it is ever changed or removed. */
export const auditEntry = z.object({
  id,
  at: z.string(),
  actor_id: id.nullable(),
  /** The username as it was; that of a command on the server is empty. */
  actor: z.string(),
  actor_role: z.enum(roles).nullable(),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subject_id: id.nullable(),
  /** The name as it was. */
  subject_name: z.string(),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  /** The fields that changed, of a lesson also their old and new values, or how many rows were taken in. Never a password. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'What administrators did, newest first',
    access: { Admin: 'all' },
    query: pageQuery.extend({
      school_id: idInAddress.optional(),
      actor_id: idInAddress.optional(),
      action: z.enum(auditActions).optional(),
      subject: z.enum(auditSubjects).optional(),
      subject_id: idInAddress.optional(),
    }),
    response: z.object({ audit: z.array(auditEntry), next: nextCursor }),
  }),
};
