import type { AuditSubject } from '@lop-xanh/contract/audit';
import sql, { type Sql } from 'sql-template-tag';

/** The subjects of the audit log whose id is that of a user. */
const subjects: AuditSubject[] = [
  'account',
  'student_report',
  'photo_consent',
  'card',
  'second_factor',
  'leave_note',
  'avatar',
];

export const isAboutUser = (userId: number): Sql =>
  sql`subject = any(${subjects}::text[]) and subject_id = ${userId}::bigint`;
