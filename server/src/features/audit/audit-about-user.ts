import { personalSubjects } from '@lop-xanh/contract/audit';
import sql, { type Sql } from 'sql-template-tag';

/** Whether an entry of the audit log is about this user. */
export const isAboutUser = (entry: Sql, userId: number): Sql =>
  sql`${entry}.subject = any(${personalSubjects}::text[]) and ${entry}.subject_id = ${userId}::bigint`;
