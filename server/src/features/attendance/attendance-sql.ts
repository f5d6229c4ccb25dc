import { limits } from '@lop-xanh/contract/rules/limits';
import sql, { type Sql } from 'sql-template-tag';

export interface ClassYear {
  classId: number;
  schoolYear: number;
}

export const isOfYear = ({ classId, schoolYear }: ClassYear) =>
  sql`sheet.class_id = ${classId}::bigint and sheet.school_year = ${schoolYear}::smallint`;

export const toStatus = (isPresent: Sql) =>
  sql`case when ${isPresent} then 'present' else 'absent' end`;

/** Whether the class's teacher may still correct the sheet. */
export const isRecent = sql`sheet.taken_at > now() - make_interval(days => ${limits.correctionDays})`;
